import { useEffect, useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { send } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { bodyOf, canSave } from "./model/plan";
import type { Draft } from "./model/plan";

/** Time without input before the server is called. */
const QUIET_MS = 400;

export interface Preview {
  /** Of the draft, or of the previous one while a request is in flight. */
  preview: Schemas["PlanPreview"] | null;
  isAsking: boolean;
  /** The reason of a missing preview: the server's rejection, or a network error. */
  error: unknown;
}

/** Loads the effect of saving a draft. A draft that cannot be saved has no preview. */
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
    // Days and bookings change while the editor is open.
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
