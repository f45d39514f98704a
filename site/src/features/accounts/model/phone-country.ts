import type { PhoneEditPage } from "@/api";
import { HOME_COUNTRY, countryOfDialCode } from "@seki/shared/phone";

/** Returns the country of a displayed number: `090…` is Japanese, `+1 415…` is foreign. */
export function countryShown({ phone_display, countries }: Pick<PhoneEditPage, "phone_display" | "countries">): string {
  const prefix = /^\+(\d+) /.exec(phone_display)?.[1] ?? "";
  return countryOfDialCode(prefix, countries) ?? HOME_COUNTRY;
}
