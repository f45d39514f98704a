let offset = 0;

export function setServerClock(now: string): void {
  offset = Date.parse(now) - Date.now();
}

/** Returns the server's time. A booking must not depend on the browser's clock. */
export function serverNow(): Date {
  return new Date(Date.now() + offset);
}
