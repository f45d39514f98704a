export { CustomerPhoneField, PhoneField } from "./PhoneField";
export { type Phone, noPhone } from "./model";
export { BlacklistNote, BlacklistWarning, BlacklistWarningOf } from "./BlacklistWarning";
