import { digitsOf, searchNumber } from "@seki/shared/phone";

/** Kind of a search; `tel` compares the first or last digits of a number, `number_part` any. */
export type SearchKind = "name" | "tel" | "number_part" | "email";

const MIN_DIGITS = 5;
/** Guests name the last four digits of their number. */
const MIN_PART_DIGITS = 4;

/**
 * Returns the kinds of search for a text, of which the first with a result counts: an address by its @, a number from four
 * digits (gaps G294), otherwise a name; none if the text is too short.
 */
export function searchKindsOf(text: string): readonly SearchKind[] {
  const asked = text.normalize("NFKC").trim();
  if (asked === "") return [];
  if (asked.includes("@")) return ["email"];
  const number = searchNumber(asked);
  if (number === null) return ["name"];
  const count = digitsOf(number).length;
  if (count >= MIN_DIGITS) return ["tel", "number_part"];
  return count >= MIN_PART_DIGITS ? ["number_part"] : [];
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
