import { accounts } from "./accounts";
import { afterBooking } from "./after-booking";
import { invitations } from "./invitations";
import { reservations } from "./reservations";

/** Texts that no public page needs. */
export const texts = { ...afterBooking, ...accounts, ...invitations, ...reservations };

export type LaterTexts = typeof texts;
