/** Which days are to be filled (admin §3). */
export interface Selection {
  selection_type: "range" | "custom";
  /** YYYY-MM-DD, empty while nothing is chosen. */
  date_from: string;
  date_till: string;
  custom_dates: string[];
}

/** In order; a day that is there already is ignored. */
export function addDate(dates: string[], date: string): string[] {
  return date === "" || dates.includes(date) ? dates : [...dates, date].toSorted();
}

/** Whether a day is chosen that has passed. */
export function isPast(date: string, today: string): boolean {
  return date !== "" && date < today;
}

/** A range has both ends in order from today on, and a choice of days one day at least. */
export function canRefill({ selection_type, date_from, date_till, custom_dates }: Selection, today: string): boolean {
  if (selection_type === "custom") return custom_dates.length > 0;
  return date_from >= today && date_till !== "" && date_from <= date_till;
}
