import { useState } from "react";
import type { Schemas } from "../api/types";
import { signalRemovedPasskeys } from "../passkeys/passkeys";
import type { OnChanged, SecurityCalls } from "./calls";
import { useRestoredFocus } from "./use-restored-focus";

type Change = "set_up" | "remove" | "renew";

type Step =
  | { kind: "proof"; change: Change }
  | { kind: "enrolment"; enrolment: Schemas["EnrolmentView"] }
  | { kind: "codes"; codes: string[] };

/**
 * Sets up, replaces and removes the authenticator app. Without a `step`, `state` is the element that shows whether
 * there is an app. All `passkeys` end with the app.
 */
export function useAuthenticator(
  calls: SecurityCalls,
  passkeys: readonly Schemas["PasskeyView"][],
  onChanged: OnChanged,
) {
  const [step, setStep] = useState<Step | null>(null);
  const state = useRestoredFocus<HTMLParagraphElement>(step === null);
  const leave = () => setStep(null);

  const submitProof = async (body: Schemas["ProofBody"]) => {
    const change = step?.kind === "proof" ? step.change : null;
    if (change === "set_up") {
      setStep({ kind: "enrolment", enrolment: await calls.setUp(body) });
    } else if (change === "renew") {
      setStep({ kind: "codes", codes: (await calls.renewCodes(body)).recovery_codes });
    } else {
      const { message } = await calls.removeApp(body);
      await signalRemovedPasskeys(passkeys, () => true);
      await onChanged(message);
      leave();
    }
  };
  const confirm = async (code: string) => {
    const { recovery_codes } = await calls.confirm(code);
    setStep({ kind: "codes", codes: recovery_codes });
  };
  const keepCodes = () => {
    leave();
    void onChanged();
  };
  const ask = (change: Change) => setStep({ kind: "proof", change });
  return { step, state, ask, submitProof, confirm, keepCodes, leave };
}
