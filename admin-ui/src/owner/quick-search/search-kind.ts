import { digitsOf, searchNumber } from "@seki/shared/phone";

/**
 * Kind of a search: an address by its @, a number from five digits, otherwise a name; null if the text is too short.
 */
export type SearchKind = "name" | "tel" | "email";

const MIN_DIGITS = 5;

export function searchKindOf(text: string): SearchKind | null {
  const asked = text.normalize("NFKC").trim();
  if (asked === "") return null;
  if (asked.includes("@")) return "email";
  const number = searchNumber(asked);
  if (number === null) return "name";
  return digitsOf(number).length >= MIN_DIGITS ? "tel" : null;
}

const CODE = /^[A-Z0-9]{8}$/;

/** Returns the text as a reservation code in capitals; null if it cannot be one. */
export function codeOf(text: string): string | null {
  const asked = text.normalize("NFKC").trim().toUpperCase();
  return CODE.test(asked) ? asked : null;
}

/** Returns the address of the list of reservations, searched by name, number or address (owner §7). */
export function reservationsAddress(text: string): string {
  const query = new URLSearchParams({
    "q[customer_name_or_phone_local_number_or_invitation_email_cont_all]": text.trim(),
  });
  return `/owners/reservations?${query}`;
}
