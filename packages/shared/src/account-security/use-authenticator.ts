import { useState } from "react";
import type { Schemas } from "../api/types";
import type { OnChanged, SecurityCalls } from "./calls";
import { useFocusBack } from "./use-focus-back";

type Wish = "set_up" | "remove" | "renew";

type Step =
  | { kind: "proof"; wish: Wish }
  | { kind: "enrolment"; enrolment: Schemas["EnrolmentView"] }
  | { kind: "codes"; codes: string[] };

/** Setting up, changing and removing the authenticator app. Without a `step`, `state` is the element that says whether there is one. */
export function useAuthenticator(calls: SecurityCalls, onChanged: OnChanged) {
  const [step, setStep] = useState<Step | null>(null);
  const state = useFocusBack<HTMLParagraphElement>(step === null);
  const leave = () => setStep(null);

  const prove = async (body: Schemas["ProofBody"]) => {
    const wish = step?.kind === "proof" ? step.wish : null;
    if (wish === "set_up") {
      setStep({ kind: "enrolment", enrolment: await calls.setUp(body) });
    } else if (wish === "renew") {
      setStep({ kind: "codes", codes: (await calls.renewCodes(body)).recovery_codes });
    } else {
      await onChanged((await calls.removeApp(body)).message);
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
  const ask = (wish: Wish) => setStep({ kind: "proof", wish });
  return { step, state, ask, prove, confirm, keepCodes, leave };
}
