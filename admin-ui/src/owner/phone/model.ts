import { HOME_COUNTRY } from "@seki/shared/phone";

/** A number as it is typed: digits only, in Japan with the leading 0. */
export interface Phone {
  /** Empty while another country is wanted and none is chosen yet. */
  country: string;
  digits: string;
}

export const noPhone: Phone = { country: HOME_COUNTRY, digits: "" };
