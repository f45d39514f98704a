export { ApiError, NetworkError, leaving, problemMessage } from "@seki/shared/api";
export { serverNow, showFlash } from "@seki/shared/shell";
export { fetchPage, send } from "./client";
export { currentSession, rememberPage, useSession, useSiteConfig } from "./site-state";
export type * from "./types";
