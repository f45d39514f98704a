import { journeysAfterBooking } from "../support/after-booking";

journeysAfterBooking();
