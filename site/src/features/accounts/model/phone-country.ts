import type { PhoneEditPage } from "@/api";
import { HOME_COUNTRY } from "@seki/shared/phone";

/** Who has most of the numbers, where several countries share one prefix. */
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

/** The country of a number as it is shown: `090…` at home, `+1 415…` elsewhere. */
export function countryShown({ phone_display, countries }: Pick<PhoneEditPage, "phone_display" | "countries">): string {
  const prefix = /^\+(\d+) /.exec(phone_display)?.[1];
  const sharing = countries.filter(({ dial_code }) => dial_code === prefix).map(({ code }) => code);
  const largest = MAIN_COUNTRY[prefix ?? ""];
  return (largest && sharing.includes(largest) ? largest : sharing[0]) ?? HOME_COUNTRY;
}
