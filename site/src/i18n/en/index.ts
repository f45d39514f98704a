import type { Texts } from "../ja";
import { accounts } from "./accounts";
import { afterBooking } from "./after-booking";
import { booking } from "./booking";
import { common } from "./common";
import { invitations } from "./invitations";
import { plans } from "./plans";
import { raffles } from "./raffles";
import { restaurants } from "./restaurants";

const english = {
  ...common,
  ...restaurants,
  ...booking,
  ...afterBooking,
  ...accounts,
  ...invitations,
  ...plans,
  ...raffles,
};

export const texts: Texts = english;
