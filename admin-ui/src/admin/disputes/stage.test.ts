import { expect, it } from "vitest";
import { stageOf } from "./stage";

const AT = "2026-12-01T10:00:00+09:00";
const row = (status: string, answered_at: string | null = null, closed_at: string | null = null) => ({
  status,
  answered_at,
  closed_at,
});

it.each([
  [row("needs_response"), "needs_response"],
  [row("warning_needs_response"), "needs_response"],
  [row("needs_response", AT), "under_review"],
  [row("under_review"), "under_review"],
  [row("won", AT, AT), "won"],
  [row("lost", null, AT), "lost"],
  [row("warning_closed", null, AT), "closed"],
])("%o is %s", (dispute, stage) => {
  expect(stageOf(dispute)).toBe(stage);
});
