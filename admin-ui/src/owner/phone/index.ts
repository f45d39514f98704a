export { CustomerPhoneField, PhoneField } from "./PhoneField";
export { type Phone, noPhone } from "./model";
export { BlacklistNote, BlacklistWarning } from "./BlacklistWarning";
