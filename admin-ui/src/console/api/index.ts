export { ApiError, NetworkError, NoResponseError, leaving, problemMessage } from "@seki/shared/api";
export { browser } from "@seki/shared/navigation";
export { serverNow, showFlash, withdrawFlash } from "@seki/shared/shell";
export { request } from "./client";
export { leaveFor } from "./leave";
export { useSessionEnded } from "./session-ended";
export { currentShell, rememberPage, useShell } from "./shell";
export type * from "./types";
