export { Writers } from "./Writers";
