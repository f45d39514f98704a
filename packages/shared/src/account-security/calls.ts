import type { callsOver } from "../api/client";
import type { Schemas } from "../api/types";

/** Addresses of an account's security settings, one for each side. Both sides have the same calls. */
type Settings = "/users/profile/security_settings" | "/owners/security_settings" | "/admin/security_settings";

/** Returns the calls with which a signed-in person changes the security settings of their account. */
export function securityCalls(send: ReturnType<typeof callsOver>, settings: Settings) {
  return {
    setUp: (body: Schemas["ProofBody"]) => send("POST", `${settings}/authenticator`, { body }),
    confirm: (code: string) => send("PATCH", `${settings}/authenticator`, { body: { code } }),
    removeApp: (body: Schemas["ProofBody"]) => send("DELETE", `${settings}/authenticator`, { body }),
    renewCodes: (body: Schemas["ProofBody"]) => send("POST", `${settings}/recovery_codes`, { body }),
    beginPasskey: (body: Schemas["ProofBody"]) => send("POST", `${settings}/passkeys/options`, { body }),
    addPasskey: (body: Schemas["NewPasskeyBody"]) => send("POST", `${settings}/passkeys`, { body }),
    renamePasskey: (uid: string, name: string) =>
      send("PATCH", `${settings}/passkeys/{uid}`, { path: { uid }, body: { name } }),
    removePasskey: (uid: string, body: Schemas["ProofBody"]) =>
      send("DELETE", `${settings}/passkeys/{uid}`, { path: { uid }, body }),
    endSession: (uid: string) => send("DELETE", `${settings}/sessions/{uid}`, { path: { uid } }),
    endOtherSessions: () => send("DELETE", `${settings}/sessions`),
    changePassword: (body: Schemas["NewPasswordBody"]) => send("PATCH", `${settings}/password`, { body }),
  };
}

export type SecurityCalls = ReturnType<typeof securityCalls>;

/** Reloads the settings after a change, and shows the server's message, if any. */
export type OnChanged = (message?: string | null) => Promise<void>;
