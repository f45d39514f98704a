import { digitsOf } from "./digits";

export interface DialledCountry {
  code: string;
  dial_code: string;
}

/** The country with most of the numbers, for prefixes that several countries share. */
const MAIN_COUNTRY: Readonly<Record<string, string>> = {
  1: "US",
  7: "RU",
  39: "IT",
  44: "GB",
  47: "NO",
  61: "AU",
  212: "MA",
  262: "RE",
  358: "FI",
  590: "GP",
  599: "CW",
};

/** Returns the country of a dial code: `current` if it has this code, otherwise the one with most of its numbers. */
export function countryOfDialCode(
  dialCode: string,
  countries: readonly DialledCountry[],
  current = "",
): string | undefined {
  const sharing = countries.filter(({ dial_code }) => dial_code === dialCode).map(({ code }) => code);
  return [current, MAIN_COUNTRY[dialCode] ?? ""].find((code) => sharing.includes(code)) ?? sharing[0];
}

/** Reports whether a text starts with a country's code, such as `+81`. */
export function hasCountryCode(typed: string): boolean {
  return /^\s*[+＋]/.test(typed);
}

/**
 * Reads a typed number: `+44 20…` sets the country, and other numbers keep it. The digits are national ones. An invalid
 * text, or one with an unknown country code, is returned as typed: the field shows it, and the form rejects it.
 */
export function readNumber(
  typed: string,
  country: string,
  countries: readonly DialledCountry[],
): { country: string; digits: string } {
  // Hyphens of all kinds, and the long vowel mark, which Japanese keyboards give in their place.
  if (!/^[+\d\s().\-\u2010-\u2015\u2212\u30fc]*$/.test(typed.normalize("NFKC"))) return { country, digits: typed };
  const digits = digitsOf(typed);
  if (!hasCountryCode(typed)) return { country, digits };
  // No code is the beginning of another one.
  const dialCode = countries.find(({ dial_code }) => digits.startsWith(dial_code))?.dial_code;
  const found = dialCode === undefined ? undefined : countryOfDialCode(dialCode, countries, country);
  if (dialCode === undefined || found === undefined) return { country, digits: typed };
  return { country: found, digits: digits.slice(dialCode.length) };
}
