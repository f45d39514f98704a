export { RemoveButton, RoleOf, StaffPane } from "./StaffPane";
export type { MemberActions, StaffCalls } from "./StaffPane";
