import { useCallback, useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { send, useMayWrite, useSession } from "@/owner/api";
import { DISMISSED_KEY, asksByItself, withDismissed } from "./model";

const keyOf = (date: string) => ["not_reviewed_reservations", date];

/** The visits of a day (YYYY-MM-DD) that wait for a review. */
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
    // A browser that remembers nothing asks again.
  }
}

export interface ReviewModal {
  /** How many visits of the day wait for a review. */
  count: number;
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

interface Chosen {
  date: string;
  isOpen: boolean;
  /** It opened without being asked to. */
  byItself: boolean;
}

/**
 * Whether `ReviewDialog` is open for a day: by itself when visits wait for a review and it was not put off for that date;
 * closing it then puts it off. While guests are served nobody is interrupted: it opens once the last of them has left.
 */
export function useReviewModal(date: string, isServing: boolean): ReviewModal {
  const { restaurant } = useSession();
  const { data } = useUnreviewed(date);
  // Whoever may write none is not asked.
  const mayReview = useMayWrite("floor");
  const count = mayReview ? (data?.length ?? 0) : 0;
  const [last, setChosen] = useState<Chosen | null>(null);
  const chosen = last?.date === date ? last : null;
  const opensItself = count > 0 && !isServing && asksByItself(date, restaurant.today, stored());
  // What has opened stays open, whoever comes in meanwhile.
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
