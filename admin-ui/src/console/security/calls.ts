import { callsOver } from "@seki/shared/api";
import { request } from "@/console/api";
import type { Schemas } from "@/console/api";

/** Where a wing's calls begin; both wings have the same about the safety of an account. */
export type Root = "/owners" | "/admin";

/** About no restaurant in particular. */
const send = callsOver(request);

type Proof = Schemas["ProofBody"];

/** What somebody signed in does for the safety of their account. */
export function securityCalls(root: Root) {
  const settings = `${root}/security_settings` as const;
  return {
    setUp: (body: Proof) => send("POST", `${settings}/authenticator`, { body }),
    confirm: (code: string) => send("PATCH", `${settings}/authenticator`, { body: { code } }),
    removeApp: (body: Proof) => send("DELETE", `${settings}/authenticator`, { body }),
    renewCodes: (body: Proof) => send("POST", `${settings}/recovery_codes`, { body }),
    beginPasskey: (body: Proof) => send("POST", `${settings}/passkeys/options`, { body }),
    addPasskey: (body: Schemas["NewPasskeyBody"]) => send("POST", `${settings}/passkeys`, { body }),
    renamePasskey: (uid: string, name: string) =>
      send("PATCH", `${settings}/passkeys/{uid}`, { path: { uid }, body: { name } }),
    removePasskey: (uid: string, body: Proof) => send("DELETE", `${settings}/passkeys/{uid}`, { path: { uid }, body }),
    endSession: (uid: string) => send("DELETE", `${settings}/sessions/{uid}`, { path: { uid } }),
    endOtherSessions: () => send("DELETE", `${settings}/sessions`),
    changePassword: (body: Schemas["NewPasswordBody"]) => send("PATCH", `${settings}/password`, { body }),
  };
}

export type SecurityCalls = ReturnType<typeof securityCalls>;

/** The second step of a sign-in. */
export function stepCalls(root: Root) {
  const step = `${root}/second_factor` as const;
  return {
    verify: (code: string) => send("POST", step, { body: { code } }),
    setUp: () => send("POST", `${step}/authenticator`),
    beginPasskey: () => send("POST", `${step}/passkey/options`),
    verifyPasskey: (body: Schemas["PasskeyAnswerBody"]) => send("POST", `${step}/passkey`, { body }),
  };
}
