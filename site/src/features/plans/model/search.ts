/** The last day of a search lies at most six after its first (diner §5). */
export const LONGEST_RANGE = 6;
export const LONGEST_KEYWORD = 50;
export const PARTIES = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export const OPERATIONS = ["lunch", "dinner", "takeaway"] as const;
export const INVENTORY_TYPES = ["counter", "table", "private_room"] as const;

/** A civil day, so many days later. */
export function daysAfter(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** What is wrong with a range of days; nothing when the search may be sent. */
export function rangeFault(from: string, to: string, today: string): "date_past" | "range_too_long" | null {
  if (from < today) return "date_past";
  return to < from || to > daysAfter(from, LONGEST_RANGE) ? "range_too_long" : null;
}
