import { securityCalls } from "@seki/shared/account-security";
import { callsOver } from "@seki/shared/api";
import { request } from "@/console/api";
import type { Schemas } from "@/console/api";

/** Prefix of a front end's calls. Both front ends have the same calls for account security. */
export type Root = "/owners" | "/admin";

/** Sends without a restaurant's parameters. */
const send = callsOver(request);

/** Returns the calls with which a signed-in person changes the security settings of their account. */
export function settingsCalls(root: Root) {
  return securityCalls(send, `${root}/security_settings`);
}

/** Returns the calls of the second step of a sign-in. */
export function stepCalls(root: Root) {
  const step = `${root}/second_factor` as const;
  return {
    verify: (code: string) => send("POST", step, { body: { code } }),
    setUp: () => send("POST", `${step}/authenticator`),
    beginPasskey: () => send("POST", `${step}/passkey/options`),
    verifyPasskey: (body: Schemas["PasskeyResponseBody"]) => send("POST", `${step}/passkey`, { body }),
  };
}
