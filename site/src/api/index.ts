export { ApiError, NetworkError, problemMessage } from "@seki/shared/api";
export { onFlash, serverNow, showFlash } from "@seki/shared/shell";
export { fetchPage, send } from "./client";
export { rememberPage, useSession, useSiteConfig } from "./site-state";
export type * from "./types";
