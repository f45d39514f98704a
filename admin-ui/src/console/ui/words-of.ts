import { ApiError, problemMessage } from "@/console/api";

/** Why a write did not work, in words: the server's own where it has some. */
export function wordsOf(
  error: unknown,
  t: (key: "console.something_went_wrong" | "console.network_error") => string,
): string {
  if (!(error instanceof ApiError)) return t("console.network_error");
  return problemMessage(error.problem) ?? t("console.something_went_wrong");
}
