import { useEffect, useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { send } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { bodyOf, canSave } from "./model/plan";
import type { Draft } from "./model/plan";

/** While somebody goes on typing the server is not asked. */
const QUIET_MS = 400;

export interface Preview {
  /** Of the draft, or of the one before while the server is asked. */
  preview: Schemas["PlanPreview"] | null;
  isAsking: boolean;
  /** Why there is none: the server's refusal, or that it was not reached. */
  error: unknown;
}

/** What a draft would do, were it saved. A draft that cannot be saved is not asked about. */
export function usePreview(slug: string, draft: Draft): Preview {
  const [settled, setSettled] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(draft), QUIET_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  const body = { kind: settled.kind, ...bodyOf(settled) };
  const isWhole = canSave(draft) && canSave(settled);
  const asked = useQuery({
    queryKey: ["round_plan_preview", slug, body],
    queryFn: ({ signal }) =>
      send("POST", "/admin/api/r/{slug}/reservation_round_plans/preview", { path: { slug }, body, signal }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
    // Days and bookings go on while the editor is open.
    staleTime: 0,
    gcTime: 0,
  });
  if (!isWhole) return { preview: null, isAsking: false, error: null };
  return {
    preview: asked.isError ? null : (asked.data ?? null),
    isAsking: asked.isFetching || settled !== draft,
    error: asked.error,
  };
}
