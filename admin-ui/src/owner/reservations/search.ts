import type { Schemas } from "@/owner/api";

/** The list's filter as an address of owner §7. Independent of the screen. */

export type ListFilter = Schemas["ListFilter"];

export const STATUSES = ["pending", "accepted", "void", "expired", "owner_delete", "admin_delete"] as const;
export const TYPES = [
  "online_reservation",
  "invited_reservation",
  "invited_temporary_reservation",
  "offline_reservation",
  "offsite_reservation",
] as const;

const TEXT = "q[customer_name_or_phone_local_number_or_invitation_email_cont_all]";

export const NO_FILTER: ListFilter = { text: "", statuses: [], types: [], from: null, till: null };

/** Returns conditions as the query of the list's address. */
export function reservationsQuery(conditions: Partial<ListFilter>): string {
  const filter = { ...NO_FILTER, ...conditions };
  const query = new URLSearchParams();
  if (filter.text.trim() !== "") query.set(TEXT, filter.text.trim());
  for (const status of filter.statuses) query.append("q[status_in][]", status);
  for (const type of filter.types) query.append("q[reservation_type_in][]", type);
  if (filter.from) query.set("q[starts_at_gteq]", filter.from);
  if (filter.till) query.set("q[starts_at_lteq]", filter.till);
  return query.toString();
}

/** Adds a value to the chosen ones, or removes it. */
export function toggled(chosen: readonly string[], value: string): string[] {
  return chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
}

export function isNarrowed(filter: ListFilter): boolean {
  return reservationsQuery(filter) !== "";
}

const SHOWN_CHARACTERS = 60;

/** Shortens a search text for display. */
export function shortened(text: string): string {
  const characters = [...text];
  return characters.length > SHOWN_CHARACTERS ? `${characters.slice(0, SHOWN_CHARACTERS).join("")}…` : text;
}
