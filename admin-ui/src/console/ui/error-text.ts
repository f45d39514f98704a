import { HttpError } from "ra-core";
import { UserFacingError } from "@seki/shared/writes";
import { ApiError, NoResponseError, problemMessage } from "@/console/api";

type Say<Key extends string> = (key: Key) => string;
type UsualKey =
  "console.something_went_wrong" | "console.network_error" | "console.no_response" | "console.session_ended";

/** Returns the reason for a failed write: the server's text if it has one. */
export function errorText(error: unknown, t: Say<UsualKey>): string {
  const isRejection = error instanceof ApiError || error instanceof HttpError;
  if (isRejection && error.status === 401) return t("console.session_ended");
  if (error instanceof ApiError) return problemMessage(error.problem) ?? t("console.something_went_wrong");
  if (error instanceof HttpError || error instanceof UserFacingError) return error.message;
  return t(error instanceof NoResponseError ? "console.no_response" : "console.network_error");
}

/** The same in a modal: server errors have the one sentence that all modals share (owner §8, admin §8). */
export function modalErrorText(error: unknown, t: Say<UsualKey | "console.modal_failed">): string {
  return error instanceof ApiError && error.status >= 500 ? t("console.modal_failed") : errorText(error, t);
}
