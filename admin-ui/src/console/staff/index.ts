export { StaffPane } from "./StaffPane";
export type { StaffCalls } from "./StaffPane";
