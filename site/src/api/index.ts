export { ApiError, NetworkError, fetchPage, problemMessage, send } from "./client";
export { rememberPage, serverNow, showFlash, onFlash, useSession, useSiteConfig } from "./site-state";
export type * from "./types";
