import type { ReservationEditPage } from "@/api";

/** The edited fields of a booking. */
export interface Draft {
  special_request: string;
  guests_count: number;
  /** Ids of the answer sets to drop. */
  dropped: readonly number[];
}

export type Timing = "on_booking" | "after_booking";

const TIMINGS: readonly Timing[] = ["on_booking", "after_booking"];

type Answers = Pick<ReservationEditPage, "preferences">;

/** Returns the groups in which each guest has an answer set. */
export function answeredGroups({ preferences }: Answers): Timing[] {
  return TIMINGS.filter((timing) => preferences[timing].answers.length > 0);
}

/** Returns the number of answer sets that a group lacks for the new party size; negative if it has too many. */
export function lacking({ preferences }: Answers, draft: Draft, timing: Timing): number {
  const kept = preferences[timing].answers.filter(({ id }) => !draft.dropped.includes(id)).length;
  return draft.guests_count - kept;
}

/**
 * Reports whether the change can be sent: the request differs and the party size does not; or the party
 * size differs, and each group keeps one answer set per guest. The change itself adds the sets of additional guests, so
 * a group may lack theirs, but never has too many.
 */
export function canUpdate(page: Answers & Pick<ReservationEditPage, "reservation">, draft: Draft): boolean {
  const { guests_count, special_request } = page.reservation;
  if (draft.guests_count === guests_count) return draft.special_request !== special_request;
  const grows = draft.guests_count > guests_count;
  return answeredGroups(page).every((timing) => {
    const missing = lacking(page, draft, timing);
    return grows ? missing === draft.guests_count - guests_count : missing === 0;
  });
}
