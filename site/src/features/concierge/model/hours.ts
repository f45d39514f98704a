import { TOKYO } from "@seki/shared/civil-time";

const OPENS = 10;
const CLOSES = 18;
const parts = new Intl.DateTimeFormat("en-US", {
  timeZone: TOKYO,
  weekday: "short",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  hourCycle: "h23",
});

/**
 * Reports whether the concierge is available: weekdays from 10:00 to 18:00 in Tokyo, except 30 December to 3 January
 * (diner §9).
 */
export function isConciergeOpen(instant: Date): boolean {
  const at = Object.fromEntries(parts.formatToParts(instant).map(({ type, value }) => [type, value]));
  const [month, day, hour] = [Number(at.month), Number(at.day), Number(at.hour)];
  if (at.weekday === "Sat" || at.weekday === "Sun") return false;
  if ((month === 12 && day >= 30) || (month === 1 && day <= 3)) return false;
  return hour >= OPENS && hour < CLOSES;
}
