import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { send } from "@/admin/api";
import type { Schemas } from "@/admin/api";

const DEBOUNCE_MS = 300;

export type Hit = Schemas["SearchHit"];

interface Hits {
  hits: readonly Hit[];
  /** A kind has more hits than are shown. */
  hasMore: boolean;
  error: Error | null;
  /** Whether the results belong to the current text. */
  isSettled: boolean;
}

/** Fetches the hits of a text after the admin pauses. */
export function useHits(text: string): Hits {
  const typed = text.trim();
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useQuery({
    queryKey: ["console-search", asked],
    queryFn: ({ signal }) => send("GET", "/admin/api/search", { query: { q: asked }, signal }),
    enabled: asked !== "",
    retry: false,
  });
  const isSettled = asked === typed && !found.isFetching;
  const answer = asked === "" || asked !== typed ? undefined : found.data;
  return {
    hits: answer?.hits ?? [],
    hasMore: answer?.has_more ?? false,
    error: asked === typed ? found.error : null,
    isSettled,
  };
}
