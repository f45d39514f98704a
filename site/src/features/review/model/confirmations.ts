import type { ConfirmReservation, ReviewPage } from "@/api";

/** The required checkboxes by name; confirmation items are prefixed with `item:`. */
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

/** Fields of the page's other parts. */
type OtherParts = "preferences" | "gold_reservation_preference";

/** Returns the checkboxes and the fields of every booking; a delivery adds its own fields. */
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

/** Returns the key of a checkbox by the server's name of the rejected field. */
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
