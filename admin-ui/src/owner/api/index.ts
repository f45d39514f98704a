export * from "@/console/api";
export { fetchPage, inWindow, request, send } from "./client";
export { mayWrite, seesOffice, useMayWrite, useSession } from "./session";
export type { RightsSection } from "./session";
export type * from "./types";
