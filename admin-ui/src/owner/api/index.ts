export * from "@/console/api";
export { fetchPage, onNoAnswer, request, send, sendTo } from "./client";
export { timeLimit } from "./time-limit";
export { addressOfWindow, inWindow, rememberPage, storedRestaurant } from "./window";
export { mayWrite, isOwnerOrAdmin, mayExport, useMayWrite, useSession } from "./session";
export type { RightsSection } from "./session";
export type * from "./types";
