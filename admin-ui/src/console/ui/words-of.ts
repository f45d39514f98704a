import { ApiError, problemMessage } from "@/console/api";

type Say<Key extends string> = (key: Key) => string;

/** Why a write did not work, in words: the server's own where it has some. */
export function wordsOf(error: unknown, t: Say<"console.something_went_wrong" | "console.network_error">): string {
  if (!(error instanceof ApiError)) return t("console.network_error");
  return problemMessage(error.problem) ?? t("console.something_went_wrong");
}

/** The same in a modal: a fault of the server is told by the one sentence that all modals share (owner §8, admin §8). */
export function wordsOfModal(
  error: unknown,
  t: Say<"console.something_went_wrong" | "console.network_error" | "console.modal_failed">,
): string {
  return error instanceof ApiError && error.status >= 500 ? t("console.modal_failed") : wordsOf(error, t);
}
