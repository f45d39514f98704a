export { securityCalls } from "./calls";
export type { OnChanged, SecurityCalls } from "./calls";
export { useAuthenticator } from "./use-authenticator";
export { useRestoredFocus } from "./use-restored-focus";
export { passkeyObstacle, usePasskeys } from "./use-passkeys";
export { useRecoveryCodes } from "./use-recovery-codes";
