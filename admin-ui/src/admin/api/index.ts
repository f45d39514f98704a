export * from "@/console/api";
export { fetchPage } from "./client";
export type * from "./types";
