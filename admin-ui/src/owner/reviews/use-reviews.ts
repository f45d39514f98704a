import { useCallback, useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { send, useMayWrite, useSession } from "@/owner/api";
import { DISMISSED_KEY, opensAutomatically, withDismissed } from "./model";

const keyOf = (date: string) => ["not_reviewed_reservations", date];

/** Fetches the visits of a day (YYYY-MM-DD) that wait for a review. */
export function useUnreviewed(date: string) {
  return useQuery({
    queryKey: keyOf(date),
    queryFn: ({ signal }) => send("GET", "/owners/api/not_reviewed_reservations", { query: { date }, signal }),
    staleTime: 0,
  });
}

export function useReloadUnreviewed(date: string): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: keyOf(date) }), [client, date]);
}

function stored(): string | null {
  try {
    return window.localStorage.getItem(DISMISSED_KEY);
  } catch {
    return null;
  }
}

function remember(date: string): void {
  try {
    window.localStorage.setItem(DISMISSED_KEY, withDismissed(stored(), date));
  } catch {
    // Without storage the dialog opens again.
  }
}

export interface ReviewModal {
  /** Number of the day's visits that wait for a review. */
  count: number;
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

interface Chosen {
  date: string;
  isOpen: boolean;
  /** Whether it opened by itself. */
  byItself: boolean;
}

/**
 * Holds whether `ReviewDialog` is open for a day. It opens by itself if visits wait for a review and the date was not
 * dismissed; closing it dismisses the date. It does not interrupt service: it opens after the last guest has left.
 */
export function useReviewModal(date: string, isServing: boolean): ReviewModal {
  const { restaurant } = useSession();
  const { data } = useUnreviewed(date);
  // Staff without the right to write reviews get no dialog.
  const mayReview = useMayWrite("floor");
  const count = mayReview ? (data?.length ?? 0) : 0;
  const [last, setChosen] = useState<Chosen | null>(null);
  const chosen = last?.date === date ? last : null;
  const opensItself = count > 0 && !isServing && opensAutomatically(date, restaurant.today, stored());
  // An open dialog stays open when further guests arrive.
  if (chosen === null && opensItself) setChosen({ date, isOpen: true, byItself: true });
  return {
    count,
    isOpen: chosen?.isOpen ?? false,
    open: () => setChosen({ date, isOpen: true, byItself: false }),
    close: () => {
      if (chosen?.byItself) remember(date);
      setChosen({ date, isOpen: false, byItself: false });
    },
  };
}
