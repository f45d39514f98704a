export const HOME_COUNTRY = "JP";

/** Countries whose flags are not drawn. */
const FLAGLESS = new Set(["aq", "bq", "cw", "im", "bl", "gg", "je", "mf", "sx", "ss"]);

export function hasFlag(country: string): boolean {
  return !FLAGLESS.has(country.toLowerCase());
}

/** Full-width digits become ASCII ones, everything else but digits goes. */
export function digitsOf(text: string): string {
  return text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0)).replace(/\D/g, "");
}

/** A Japanese number is shown with its leading 0 and stored without. */
export function storedNumber(digits: string, country: string): string {
  return country === HOME_COUNTRY ? digits.replace(/^0/, "") : digits;
}

export function shownNumber(stored: string, country: string): string {
  return country === HOME_COUNTRY && stored !== "" && !stored.startsWith("0") ? `0${stored}` : stored;
}

/** Where a Japanese number of a kind is divided. Elsewhere an area's code has three to five digits, and only a table of all areas tells. */
const DIVIDED: readonly (readonly [RegExp, string])[] = [
  [/^(0800)(\d{3})(\d{4})$/, "$1-$2-$3"],
  [/^(0[5789]0)(\d{4})(\d{4})$/, "$1-$2-$3"],
  [/^(0120|0570)(\d{3})(\d{3})$/, "$1-$2-$3"],
  [/^(0[36])(\d{4})(\d{4})$/, "$1-$2-$3"],
];

/** A number as people read it: mobile, toll-free and large cities' ones in their parts, all others as they are. */
export function withHyphens(shown: string): string {
  const [pattern, parts] = DIVIDED.find(([kind]) => kind.test(shown)) ?? [];
  return pattern && parts ? shown.replace(pattern, parts) : shown;
}

export function matchesPhonePattern(digits: string, pattern: string): boolean {
  return new RegExp(`^(?:${pattern})$`).test(digits);
}
