import { securityCalls } from "@seki/shared/account-security";
import { callsOver } from "@seki/shared/api";
import { request } from "@/console/api";
import type { Schemas } from "@/console/api";

/** Where a wing's calls begin; both wings have the same calls about the security of an account. */
export type Root = "/owners" | "/admin";

/** About no restaurant in particular. */
const send = callsOver(request);

/** The calls of a signed-in person about the security of their account. */
export function settingsCalls(root: Root) {
  return securityCalls(send, `${root}/security_settings`);
}

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
