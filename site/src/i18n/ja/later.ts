import { accounts } from "./accounts";
import { afterBooking } from "./after-booking";
import { invitations } from "./invitations";
import { reservations } from "./reservations";

/** What no public page says. */
export const texts = { ...afterBooking, ...accounts, ...invitations, ...reservations };

export type LaterTexts = typeof texts;
