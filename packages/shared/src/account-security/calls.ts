import type { callsOver } from "../api/client";
import type { Schemas } from "../api/types";

/** Where each side has the security settings of an account; the calls below are the same. */
type Settings = "/users/profile/security_settings" | "/owners/security_settings" | "/admin/security_settings";

/** The calls of a signed-in person about the security of their account. */
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

/** Reads the settings again after a change, and shows the server's message, if any. */
export type OnChanged = (message?: string | null) => Promise<void>;
