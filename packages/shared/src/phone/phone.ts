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

/** The dial codes of one and two digits (ITU E.164). All others have three. */
const DIAL_CODE = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(?=\d)/;

/** Formats a number in E.164, or as the server shows it: `090-1234-5678` in Japan, `+1 4155550132` elsewhere. */
export function phoneText(number: string): string {
  if (number.startsWith("+81")) return withHyphens(`0${number.slice(3).trimStart()}`);
  return number.startsWith("+") ? number.replace(DIAL_CODE, "+$1 ") : withHyphens(number);
}

export function matchesPhonePattern(digits: string, pattern: string): boolean {
  return new RegExp(`^(?:${pattern})$`).test(digits);
}
