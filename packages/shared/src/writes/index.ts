export { useWrite } from "./use-write";
export type { Write, WriteOptions } from "./use-write";
export { UserFacingError } from "./user-facing-error";
