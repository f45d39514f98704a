export { digitsOf } from "./digits";
export { searchNumber } from "./search-number";
export { countryOfDialCode, hasCountryCode, readNumber } from "./typed-number";

export const HOME_COUNTRY = "JP";

/** Countries whose flags are not drawn. */
const FLAGLESS = new Set(["aq", "bq", "cw", "im", "bl", "gg", "je", "mf", "sx", "ss"]);

export function hasFlag(country: string): boolean {
  return !FLAGLESS.has(country.toLowerCase());
}

/** Returns the stored form of a number: a Japanese number is shown with its leading 0 and stored without it. */
export function storedNumber(digits: string, country: string): string {
  return country === HOME_COUNTRY ? digits.replace(/^0/, "") : digits;
}

export function shownNumber(stored: string, country: string): string {
  return country === HOME_COUNTRY && /^[1-9]/.test(stored) ? `0${stored}` : stored;
}

/**
 * Positions of the hyphens by kind of Japanese number. Other area codes have three to five digits and would need a
 * table of all areas.
 */
const DIVIDED: readonly (readonly [RegExp, string])[] = [
  [/^(0800)(\d{3})(\d{4})$/, "$1-$2-$3"],
  [/^(0[5789]0)(\d{4})(\d{4})$/, "$1-$2-$3"],
  [/^(0120|0570)(\d{3})(\d{3})$/, "$1-$2-$3"],
  [/^(0[36])(\d{4})(\d{4})$/, "$1-$2-$3"],
];

/** Formats a number with hyphens: mobile, toll-free and large cities' numbers in parts, all other numbers unchanged. */
export function withHyphens(shown: string): string {
  const [pattern, parts] = DIVIDED.find(([kind]) => kind.test(shown)) ?? [];
  return pattern && parts ? shown.replace(pattern, parts) : shown;
}

export function matchesPhonePattern(digits: string, pattern: string): boolean {
  return new RegExp(`^(?:${pattern})$`).test(digits);
}
