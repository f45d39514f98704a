export { AuthenticatorSetup } from "./AuthenticatorSetup";
export { DoorPage } from "./DoorPage";
export { FieldsForm } from "./FieldsForm";
export { PasskeyList } from "./PasskeyList";
export { ProofForm } from "./ProofForm";
export { RecoveryCodes } from "./RecoveryCodes";
export { SessionList } from "./SessionList";
