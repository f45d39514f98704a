export { SignInFrame } from "./SignInFrame";
export { FieldsForm } from "./FieldsForm";
export { ForgottenPassword } from "./ForgottenPassword";
export { NewPassword } from "./NewPassword";
export { ProofForm } from "./ProofForm";
export { SecondFactor } from "./SecondFactor";
export { SecuritySettings } from "./SecuritySettings";
export { SignInForm } from "./SignInForm";
