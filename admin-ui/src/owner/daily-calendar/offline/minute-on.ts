import { minutesOf, minutesOfDay } from "@/console/ui/times";
import { formatTime } from "@seki/shared/civil-time";

/** Returns the minute of a business day at an ISO 8601 time. After midnight the day continues, as in 24:30. */
export function minuteOn(date: string, moment: string, timeZone: string): number {
  return minutesOfDay(new Date(moment), date, timeZone) ?? minutesOf(formatTime(moment, "ja", timeZone));
}
