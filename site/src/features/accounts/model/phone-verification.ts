import { ApiError, NetworkError } from "@/api";
import type { PhoneStatus, PhoneVerification } from "@/api";

export type CallErrorKey = "invalid_input" | "server_error" | "retry_later" | "network_error" | "verify_failed";

export type CallProblem = { key: CallErrorKey } | { text: string };

/** `idle` exists only in the browser, before its request. */
export interface CallState {
  status: PhoneStatus | "idle";
  verification: PhoneVerification | null;
  problem: CallProblem | null;
}

export type CallEvent =
  | { type: "requested" }
  | { type: "started"; verification: PhoneVerification }
  | { type: "polled"; status: PhoneStatus; remaining_seconds: number; is_contested: boolean }
  | { type: "poll_failed" }
  | { type: "timed_out" }
  | { type: "refused"; problem: CallProblem };

export const idleCall: CallState = { status: "idle", verification: null, problem: null };

/** Resumes waiting for a call that was requested before a reload. An invalid stored state starts none. */
export function resumedCall(kept: unknown): CallState {
  const verification = kept as PhoneVerification | null;
  return verification?.uuid ? { status: verification.status, verification, problem: null } : idleCall;
}

export function isWaiting({ status }: CallState): boolean {
  return status === "queued" || status === "sent";
}

export function callReducer(state: CallState, event: CallEvent): CallState {
  switch (event.type) {
    case "requested":
      return { status: "queued", verification: null, problem: null };
    case "started":
      return { status: event.verification.status, verification: event.verification, problem: null };
    case "polled":
      if (!isWaiting(state) || !state.verification) return state;
      return {
        ...state,
        status: event.status,
        verification: {
          ...state.verification,
          remaining_seconds: event.remaining_seconds,
          is_contested: event.is_contested,
        },
      };
    case "poll_failed":
      return isWaiting(state) ? { ...state, status: "failed", problem: { key: "verify_failed" } } : state;
    case "timed_out":
      return isWaiting(state) ? { ...state, status: "timeout" } : state;
    case "refused":
      return { status: "failed", verification: null, problem: event.problem };
  }
}

/** Returns the text for a call that could not be requested. */
export function callProblemOf(error: unknown): CallProblem {
  if (error instanceof NetworkError) return { key: "network_error" };
  if (!(error instanceof ApiError)) throw error;
  if (error.status >= 500) return { key: "server_error" };
  const text = error.problem.errors?.join("\n");
  return text ? { text } : { key: "retry_later" };
}
