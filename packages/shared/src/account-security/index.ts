export { securityCalls } from "./calls";
export type { OnChanged, SecurityCalls } from "./calls";
export { useAuthenticator } from "./use-authenticator";
export { useFocusBack } from "./use-focus-back";
export { passkeyObstacle, usePasskeys } from "./use-passkeys";
export { useRecoveryCodes } from "./use-recovery-codes";
