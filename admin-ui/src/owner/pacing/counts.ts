import type { Schemas } from "@/owner/api";

interface Count {
  kind: "guests" | "parties";
  count: number;
  max: number;
}

type Quarter = Schemas["PacedQuarter"];
type Day = Pick<Schemas["OwnerDailyCalendarPage"], "pacing" | "operations">;

/** Returns the quarters of an hour with pacing of each meal that has some. */
export function pacedMeals({ pacing, operations }: Day): { label: string; quarters: Quarter[] }[] {
  return operations
    .map(({ name, label }) => ({ label, quarters: pacing.filter(({ operation }) => operation === name) }))
    .filter(({ quarters }) => quarters.length > 0);
}

/** Returns the guests and parties of a quarter of an hour that have a limit. */
export function countsOf(quarter: Quarter): Count[] {
  const { guests_count, parties_count, pacing_max_guests, pacing_max_parties } = quarter;
  return [
    ...(pacing_max_guests === null ? [] : [{ kind: "guests" as const, count: guests_count, max: pacing_max_guests }]),
    ...(pacing_max_parties === null
      ? []
      : [{ kind: "parties" as const, count: parties_count, max: pacing_max_parties }]),
  ];
}
