export { useJoinOffer } from "./hooks/useJoinOffer";
export { WaitingRoom } from "./components/WaitingRoom";
