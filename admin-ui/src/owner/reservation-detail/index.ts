export { GoldFacts } from "./GoldFacts";
export { ReservationFacts } from "./ReservationFacts";
