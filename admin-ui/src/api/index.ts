export { fetchPage, inWindow, request, send } from "./client";
export { browser } from "./leave";
export { ApiError, NetworkError, problemMessage } from "@site/api/http";
export { onFlash, rememberPage, restaurantOfWindow, serverNow, showFlash, useOffice, useSession } from "./office-state";
export type * from "./types";
