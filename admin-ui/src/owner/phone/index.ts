export { CustomerPhoneField, PhoneField, noPhone } from "./PhoneField";
export type { Phone } from "./PhoneField";
export { BlacklistNote, BlacklistWarning } from "./BlacklistWarning";
