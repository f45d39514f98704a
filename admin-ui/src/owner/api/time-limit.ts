/** Milliseconds that staff wait for a write during service. */
const MAX_WAIT_MS = 8_000;

/**
 * Returns the time limit of a write during service. After it the outcome is unknown. It is for calls that are safe to
 * send again, because a version, a key, or expected values let the server recognise the second one.
 */
export function timeLimit(): AbortSignal {
  return AbortSignal.timeout(MAX_WAIT_MS);
}
