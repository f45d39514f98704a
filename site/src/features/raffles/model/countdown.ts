function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** 90061.2 s → 25 hours, 1 minute, 2 seconds; never negative. */
export function hoursMinutesSeconds(seconds: number): { hours: string; minutes: string; seconds: string } {
  const whole = Math.max(0, Math.ceil(seconds));
  return { hours: two(Math.floor(whole / 3600)), minutes: two(Math.floor(whole / 60) % 60), seconds: two(whole % 60) };
}
