import { useState } from "react";
import type { Schemas } from "../api/types";
import { canUsePasskeys, createPasskey, signalRemovedPasskeys } from "../passkeys/passkeys";
import type { OnChanged, SecurityCalls } from "./calls";
import { useRestoredFocus } from "./use-restored-focus";

type Step =
  { kind: "add" } | { kind: "name"; options: Record<string, unknown> } | { kind: "rename" | "remove"; uid: string };

interface Options {
  calls: SecurityCalls;
  passkeys: readonly Schemas["PasskeyView"][];
  onChanged: OnChanged;
  /** Message for a person whose device created no passkey. */
  refusal: string;
}

/** Adds, renames and removes passkeys. Without a `step`, `state` is the element above the list. */
export function usePasskeys({ calls, passkeys, onChanged, refusal }: Options) {
  const [step, setStep] = useState<Step | null>(null);
  const state = useRestoredFocus<HTMLParagraphElement>(step === null);
  const leave = () => setStep(null);

  const submitProof = async (body: Schemas["ProofBody"]) => {
    if (step?.kind === "remove") {
      const { message } = await calls.removePasskey(step.uid, body);
      await signalRemovedPasskeys(passkeys, ({ uid }) => uid === step.uid);
      await onChanged(message);
      leave();
    } else {
      const { options } = await calls.beginPasskey(body);
      setStep({ kind: "name", options });
    }
  };
  const giveName = async (name: string) => {
    if (step?.kind === "name") {
      const credential = await createPasskey(step.options, refusal);
      await onChanged((await calls.addPasskey({ name, credential })).message);
    } else if (step?.kind === "rename") {
      await onChanged((await calls.renamePasskey(step.uid, name)).message);
    }
    leave();
  };
  return { step, state, ask: setStep, submitProof, giveName, leave };
}

/** Returns the reason why no passkey can be added, or null. `canAdd`: whether the site's address supports passkeys. */
export function passkeyObstacle(canAdd: boolean, hasApp: boolean): "not_here" | "unsupported" | "need_app" | null {
  if (!canAdd) return "not_here";
  if (!canUsePasskeys()) return "unsupported";
  return hasApp ? null : "need_app";
}
