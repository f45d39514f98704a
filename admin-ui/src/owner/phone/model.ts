import { HOME_COUNTRY } from "@seki/shared/phone";

/** A number as it is typed: digits only, in Japan with the leading 0. An invalid text is kept as it is. */
export interface Phone {
  /** Empty while a number outside Japan has no country yet. */
  country: string;
  digits: string;
}

export const noPhone: Phone = { country: HOME_COUNTRY, digits: "" };
