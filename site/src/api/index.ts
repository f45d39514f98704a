export { fetchPage, send } from "./client";
export { ApiError, NetworkError, problemMessage } from "./http";
export { rememberPage, serverNow, showFlash, onFlash, useSession, useSiteConfig } from "./site-state";
export type * from "./types";
