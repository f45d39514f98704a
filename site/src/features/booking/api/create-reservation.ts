import { ApiError, NetworkError, send } from "@/api";
import type { HoldRequestBody, PlacedHold, Problem } from "@/api";

const BUSY_WAIT_MS = 3000;
const BUSY_SPREAD_MS = 3000;

export type CreateOutcome =
  | { kind: "held"; uid: string; redirectTo: string }
  | { kind: "gone"; message: string | undefined }
  /** The calendar token has expired. */
  | { kind: "expired" }
  /** The date is booked in the order of a waiting room. */
  | { kind: "place_needed"; message: string }
  | { kind: "reload" }
  | { kind: "refused"; message: string | undefined }
  | { kind: "signed_out" }
  | { kind: "offline" };

/** Reports whether the server rejected the calendar token. */
export function isTokenRefused({ code }: Problem): boolean {
  return code === "reservation_calendar_token_invalid";
}

/** Codes that mean that another diner was faster. */
const GONE_CODES = new Set(["slot_gone", "full", "course_full", "raced"]);

export async function createReservation(
  body: HoldRequestBody,
  wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<CreateOutcome> {
  try {
    return outcomeOf(await send("POST", "/users/api/reservations", { body }));
  } catch (error) {
    if (error instanceof NetworkError) return { kind: "offline" };
    if (!(error instanceof ApiError)) throw error;
    // Rate limited: waits for a random time, then handles the response.
    if (error.status === 429) await wait(BUSY_WAIT_MS + Math.random() * BUSY_SPREAD_MS);
    return outcomeOfProblem(error.problem);
  }
}

function outcomeOf(answer: PlacedHold): CreateOutcome {
  return { kind: "held", uid: answer.uid, redirectTo: answer.redirect_to };
}

function outcomeOfProblem(problem: Problem): CreateOutcome {
  if (problem.status === 401) return { kind: "signed_out" };
  if (GONE_CODES.has(problem.code ?? "")) return { kind: "gone", message: problem.message };
  if (isTokenRefused(problem)) return { kind: "expired" };
  if (problem.code === "waiting_room_place_needed") return { kind: "place_needed", message: problem.message ?? "" };
  if (problem.force_reload) return { kind: "reload" };
  return { kind: "refused", message: problem.message };
}
