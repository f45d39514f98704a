import type { Schemas } from "@/owner/api";

export type Unreviewed = Schemas["NotReviewedReservation"];
export type Operation = "lunch" | "dinner";

/** In the order of the day. */
export const OPERATIONS: readonly Operation[] = ["lunch", "dinner"];
export const RATINGS = ["good", "average", "poor", "unacceptable"] as const;
export type Rating = (typeof RATINGS)[number];
export const POSITIVE_REASONS = [
  "earnest_eater",
  "sincere_gratitude",
  "expensive_drink",
  "same_industry",
  "sensitive_taste",
  "nice_person",
] as const;
export const NEGATIVE_REASONS = [
  "tardiness",
  "attitude",
  "perfume",
  "unmotivated",
  "cheap_drink",
  "bad_outfit",
  "seat_transfer",
  "others",
] as const;
export type Reason = (typeof POSITIVE_REASONS)[number] | (typeof NEGATIVE_REASONS)[number];

export interface Draft {
  rating: Rating;
  reasons: readonly Reason[];
}

export const firstDraft: Draft = { rating: "average", reasons: [] };

/** Changes the rating. Only `unacceptable` keeps the reasons, which may be chosen again afterwards. */
export function rated(draft: Draft, rating: Rating): Draft {
  return { rating, reasons: rating === "unacceptable" ? draft.reasons : [] };
}

/** Reports whether a saved review, if there is one, is the same as another one. Reasons have no order. */
export function isSameReview(saved: Draft | undefined, other: Draft): boolean {
  const text = ({ rating, reasons }: Draft) => JSON.stringify([rating, reasons.toSorted()]);
  return saved !== undefined && text(saved) === text(other);
}

export function toggledReason(draft: Draft, reason: Reason): Draft {
  const reasons = draft.reasons.includes(reason)
    ? draft.reasons.filter((each) => each !== reason)
    : [...draft.reasons, reason];
  return { ...draft, reasons };
}

/** Returns the later of the meals with visits that wait for a review. */
export function openingOperation(visits: readonly Unreviewed[]): Operation {
  return visits.some(({ operation }) => operation === "dinner") ? "dinner" : "lunch";
}

/** Key of the dismissed dates in the browser's storage: a comma-separated list of YYYYMMDD. */
export const DISMISSED_KEY = "seki_owner_review_dismissed";
const MAX_DATES = 60;

export function dismissedDates(stored: string | null): string[] {
  return (stored ?? "").split(",").filter((date) => /^\d{8}$/.test(date));
}

const compactDate = (date: string) => date.replaceAll("-", "");

export function withDismissed(stored: string | null, date: string): string {
  const dates = dismissedDates(stored).filter((each) => each !== compactDate(date));
  return [...dates, compactDate(date)].slice(-MAX_DATES).join(",");
}

/** Reports whether the reviews of a day open by themselves: for today and yesterday, unless dismissed. */
export function opensAutomatically(date: string, today: string, stored: string | null): boolean {
  const days = (Date.parse(today) - Date.parse(date)) / 86_400_000;
  return (days === 0 || days === 1) && !dismissedDates(stored).includes(compactDate(date));
}
