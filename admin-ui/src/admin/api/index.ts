export * from "@/console/api";
export { fetchPage, send } from "./client";
export type * from "./types";
