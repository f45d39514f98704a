import type { ConfirmReservation, ReviewPage } from "@/api";

/** The boxes a diner must tick, by name; review items are prefixed with `item:`. */
export type ConfirmationKey = "date" | "no_proxy" | "policy" | "travel_law" | `item:${string}`;

export type Ticks = ReadonlySet<ConfirmationKey>;

export function requiredConfirmations(
  page: Pick<ReviewPage, "requires_no_proxy" | "travel_law_notice" | "review_items"> & {
    restaurant: Pick<ReviewPage["restaurant"], "is_delivery_only">;
  },
): ConfirmationKey[] {
  const dining = !page.restaurant.is_delivery_only;
  const keys: ConfirmationKey[] = ["date"];
  if (dining && page.requires_no_proxy) keys.push("no_proxy");
  for (const { key_name } of page.review_items) keys.push(`item:${key_name}`);
  if (dining && page.travel_law_notice !== null) keys.push("travel_law");
  keys.push("policy");
  return keys;
}

export function allTicked(required: ConfirmationKey[], ticks: Ticks): boolean {
  return required.every((key) => ticks.has(key));
}

/** What the page's other parts say. */
type OtherParts = "preferences" | "gold_reservation_preference";

/** The boxes and what belongs to every booking; a delivery adds its own. */
export function confirmBody(
  ticks: Ticks,
  specialRequest: string,
  hideFromUser: boolean,
): Omit<ConfirmReservation, OtherParts> {
  const items = [...ticks].filter((key) => key.startsWith("item:")).map((key) => key.slice("item:".length));
  return {
    date_confirmed: ticks.has("date"),
    no_proxy: ticks.has("no_proxy"),
    policy_agreed: ticks.has("policy"),
    travel_law_agreed: ticks.has("travel_law"),
    reservation_review_page_items: Object.fromEntries(items.map((key) => [key, "1"])),
    reservation: { special_request: specialRequest },
    customer: { hide_from_user: hideFromUser },
    delivery_address: null,
    arrival: null,
  };
}

/** The key of a box by the field name the server refuses it under. */
export function keyOfField(field: string): ConfirmationKey | null {
  const item = /^reservation_review_page_items[.[]([^\].]+)\]?$/.exec(field)?.[1];
  if (item) return `item:${item}`;
  const known: Record<string, ConfirmationKey> = {
    date_confirmed: "date",
    no_proxy: "no_proxy",
    policy_agreed: "policy",
    travel_law_agreed: "travel_law",
  };
  return known[field] ?? null;
}
