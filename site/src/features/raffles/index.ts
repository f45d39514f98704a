export { RaffleSection } from "./components/RaffleSection";
