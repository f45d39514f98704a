import type { PhoneEditPage } from "@/api";
import { HOME_COUNTRY } from "@seki/shared/phone";

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

/** Returns the country of a displayed number: `090…` is Japanese, `+1 415…` is foreign. */
export function countryShown({ phone_display, countries }: Pick<PhoneEditPage, "phone_display" | "countries">): string {
  const prefix = /^\+(\d+) /.exec(phone_display)?.[1];
  const sharing = countries.filter(({ dial_code }) => dial_code === prefix).map(({ code }) => code);
  const largest = MAIN_COUNTRY[prefix ?? ""];
  return (largest && sharing.includes(largest) ? largest : sharing[0]) ?? HOME_COUNTRY;
}
