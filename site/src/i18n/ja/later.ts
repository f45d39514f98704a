import { accounts } from "./accounts";
import { afterBooking } from "./after-booking";
import { invitations } from "./invitations";
import { membership } from "./membership";
import { reservations } from "./reservations";
import { waitingRoom } from "./waiting-room";

/** Texts that no public page needs at first. */
export const texts = { ...afterBooking, ...accounts, ...invitations, ...membership, ...reservations, ...waitingRoom };

export type LaterTexts = typeof texts;
