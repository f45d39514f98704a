import { accounts } from "./accounts";
import { afterBooking } from "./after-booking";
import { booking } from "./booking";
import { common } from "./common";
import { invitations } from "./invitations";
import { plans } from "./plans";
import { raffles } from "./raffles";
import { restaurants } from "./restaurants";

export const texts = {
  ...common,
  ...restaurants,
  ...booking,
  ...afterBooking,
  ...accounts,
  ...invitations,
  ...plans,
  ...raffles,
};

/** Japanese is the source: every other language has these keys. */
export type Texts = typeof texts;
