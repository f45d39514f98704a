/** The days to fill (admin §3). */
export interface Selection {
  selection_type: "range" | "custom";
  /** YYYY-MM-DD, empty if nothing is chosen. */
  date_from: string;
  date_till: string;
  custom_dates: string[];
}

/** Adds a day in order; a duplicate is ignored. */
export function addDate(dates: string[], date: string): string[] {
  return date === "" || dates.includes(date) ? dates : [...dates, date].toSorted();
}

/** Reports whether a chosen day has passed. */
export function isPast(date: string, today: string): boolean {
  return date !== "" && date < today;
}

/** Reports whether the selection is valid: a range with both ends in order from today on, or at least one day. */
export function canRefill({ selection_type, date_from, date_till, custom_dates }: Selection, today: string): boolean {
  if (selection_type === "custom") return custom_dates.length > 0;
  return date_from >= today && date_till !== "" && date_from <= date_till;
}
