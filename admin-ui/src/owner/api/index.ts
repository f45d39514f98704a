export * from "@/console/api";
export { fetchPage, inWindow, request, send } from "./client";
export { useSession } from "./session";
export type * from "./types";
