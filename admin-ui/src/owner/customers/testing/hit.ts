import type { Schemas } from "@/owner/api";

type Hit = Schemas["CustomerHit"];

/** Returns a result of the search for customers: a guest without an account and without anything known, except for `parts`. */
export function hitOf(parts: Partial<Hit>): Hit {
  return {
    id: 1,
    uid: "c1",
    type: "OfflineCustomer",
    customer_group_id: null,
    label: "",
    label_short: "",
    display_fullname: "佐藤 健二",
    kana: "",
    tags: [],
    visit_count: 0,
    last_visited_at: null,
    no_show_count: 0,
    restaurant_name: "試し鮨",
    phone_local_number: "",
    phone_country: "JP",
    display_phone_number: "",
    email: null,
    invitation_email: null,
    is_blacklisted: false,
    has_allergy: false,
    allergy_description: "",
    dislikes: "",
    internal_memo: "",
    ...parts,
  };
}
