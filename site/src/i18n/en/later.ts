import type { LaterTexts } from "../ja/later";
import { accounts } from "./accounts";
import { afterBooking } from "./after-booking";
import { invitations } from "./invitations";
import { membership } from "./membership";
import { reservations } from "./reservations";
import { waitingRoom } from "./waiting-room";

export const texts: LaterTexts = {
  ...afterBooking,
  ...accounts,
  ...invitations,
  ...membership,
  ...reservations,
  ...waitingRoom,
};
