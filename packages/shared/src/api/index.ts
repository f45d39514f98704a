export { callsOver, leaving, pagesOver, request } from "./client";
export type { FetchedPage, Requester } from "./client";
export { ApiError, NetworkError, NoResponseError, problemMessage } from "./http";
export type * from "./types";
