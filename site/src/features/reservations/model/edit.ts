import type { ReservationEditPage } from "@/api";

/** What of a booking is being changed. */
export interface Draft {
  special_request: string;
  guests_count: number;
  /** Sets of answers that are dropped. */
  dropped: readonly number[];
}

export type Timing = "on_booking" | "after_booking";

const TIMINGS: readonly Timing[] = ["on_booking", "after_booking"];

type Answers = Pick<ReservationEditPage, "preferences">;

/** The groups of which each guest has a set of answers. */
export function answeredGroups({ preferences }: Answers): Timing[] {
  return TIMINGS.filter((timing) => preferences[timing].answers.length > 0);
}

/** How many sets of answers of a group the new size lacks: negative where too many are kept. */
export function lacking({ preferences }: Answers, draft: Draft, timing: Timing): number {
  const kept = preferences[timing].answers.filter(({ id }) => !draft.dropped.includes(id)).length;
  return draft.guests_count - kept;
}

/**
 * Whether it can be sent: the request differs and the number does not; or the number differs, and each group keeps
 * as many answers as guests come. Guests who are added give theirs, so a group may lack some, but never keeps too many.
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
