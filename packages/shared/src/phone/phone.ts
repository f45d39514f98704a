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

export function matchesPhonePattern(digits: string, pattern: string): boolean {
  return new RegExp(`^(?:${pattern})$`).test(digits);
}
