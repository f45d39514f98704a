let offset = 0;

export function setServerClock(now: string): void {
  offset = Date.parse(now) - Date.now();
}

/** The server's clock: the browser's own is not trusted for anything a booking depends on. */
export function serverNow(): Date {
  return new Date(Date.now() + offset);
}
