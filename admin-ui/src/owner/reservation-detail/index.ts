export { GoldFacts } from "./GoldFacts";
export { NoShowFee } from "./NoShowFee";
export { ReservationFacts } from "./ReservationFacts";
export { VisitState } from "./VisitState";
