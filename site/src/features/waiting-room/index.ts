export { WaitingRoom } from "./components/WaitingRoom";
