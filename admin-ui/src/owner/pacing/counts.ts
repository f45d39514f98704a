import type { Schemas } from "@/owner/api";

interface Count {
  kind: "guests" | "parties";
  count: number;
  max: number;
}

/** Returns the guests and parties of a quarter of an hour that have a limit. */
export function countsOf(quarter: Schemas["PacedQuarter"]): Count[] {
  const { guests_count, parties_count, pacing_max_guests, pacing_max_parties } = quarter;
  return [
    ...(pacing_max_guests === null ? [] : [{ kind: "guests" as const, count: guests_count, max: pacing_max_guests }]),
    ...(pacing_max_parties === null
      ? []
      : [{ kind: "parties" as const, count: parties_count, max: pacing_max_parties }]),
  ];
}
