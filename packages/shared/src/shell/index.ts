export { csrfToken } from "./csrf-token";
export { serverNow } from "./clock";
export { showFlash, withdrawFlash } from "./flash";
export { readShell } from "./read-shell";
export { shellState } from "./shell-state";
export type { Envelope } from "./shell-state";
