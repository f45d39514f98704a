export { CustomerDialog } from "./CustomerDialog";
export { ReservationDialog } from "./ReservationDialog";
export type { Selection } from "./model";
export { NextVisit } from "./NextVisit";
