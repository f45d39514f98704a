export { ReservationForms } from "./ReservationForms";
