import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import { send } from "@/api";
import type { PhoneFlow } from "@/api";
import { readDraft, useDraft } from "@/drafts";
import { useCountdown } from "@/ui";
import { callProblemOf, callReducer, isWaiting, resumedCall } from "../model/phone-verification";

const POLL_MS = 3000;
const SETTLE_MS = 1500;

interface CallOptions {
  country: string;
  localNumber: string;
  flow: PhoneFlow;
  onConfirmed: (uuid: string) => void;
  /** Called a moment after the confirmation, when the diner has seen it. */
  onSettled?: (() => void) | undefined;
}

/** Verifies a number by a call from the diner to the shown number. Polls the server for the call. */
export function useCallVerification({ flow, country, localNumber, onConfirmed, onSettled }: CallOptions) {
  const draft = `${flow}.call.${country}-${localNumber}`;
  const [state, dispatch] = useReducer(callReducer, draft, (name) => resumedCall(readDraft(name)));
  const { verification, status } = state;
  const uuid = verification?.uuid;
  const waiting = isWaiting(state) && uuid !== undefined;
  const isResumed = useRef(waiting);
  useDraft(draft, waiting ? JSON.stringify(verification) : null);
  const secondsLeft = useCountdown(waiting ? (verification?.remaining_seconds ?? 0) : 0, uuid);
  const confirmed = useEffectEvent(onConfirmed);
  const settled = useEffectEvent(() => onSettled?.());

  const request = async () => {
    dispatch({ type: "requested" });
    try {
      const started = await send("POST", "/phone_verifications", {
        body: { phone_country: country, phone_local_number: localNumber, flow_type: flow },
      });
      dispatch({ type: "started", verification: started });
    } catch (error) {
      dispatch({ type: "refused", problem: callProblemOf(error) });
    }
  };

  useEffect(() => {
    if (!waiting) return;
    const poll = async () => {
      try {
        const answer = await send("GET", "/phone_verifications/{uuid}/status", { path: { uuid } });
        dispatch({ type: "polled", ...answer });
      } catch {
        dispatch({ type: "poll_failed" });
      }
    };
    // After a reload the call may have been received or have expired.
    if (isResumed.current) void poll();
    isResumed.current = false;
    const timer = setInterval(() => void poll(), POLL_MS);
    return () => clearInterval(timer);
  }, [waiting, uuid]);

  useEffect(() => {
    if (waiting && secondsLeft <= 0) dispatch({ type: "timed_out" });
  }, [waiting, secondsLeft]);

  useEffect(() => {
    if (status !== "confirmed" || uuid === undefined) return;
    confirmed(uuid);
    const timer = setTimeout(() => settled(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [status, uuid]);

  return { state, secondsLeft, request };
}
