export { ReservationDialog } from "./ReservationDialog";
export type { Selection } from "./model";
