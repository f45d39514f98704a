import type { Schemas } from "@/admin/api";

type Row = Pick<Schemas["DisputeEntry"], "status" | "answered_at" | "closed_at">;

/** Returns the progress of a dispute, as its page names it. */
export function stageOf({ status, answered_at, closed_at }: Row): Schemas["DisputeStage"] {
  if (status === "won" || status === "lost") return status;
  if (closed_at !== null) return "closed";
  return status.endsWith("needs_response") && answered_at === null ? "needs_response" : "under_review";
}
