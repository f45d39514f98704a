import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { yen } from "@/console/i18n/page-language";

type Plan = Pick<Schemas["PlanChangeRequestEntry"], "plan_amount" | "plan_interval" | "plan_interval_count">;

/** Returns the text of a diner's current plan. */
export function usePlanText(): (plan: Plan) => string {
  const t = useT();
  return ({ plan_amount: amount, plan_interval: interval, plan_interval_count: count }) => {
    if (amount === null || count === null) return t("plan_changes.no_plan");
    const key = interval === "year" ? "lists.per_year" : "lists.per_month";
    return t(key, { amount: yen(amount), count });
  };
}
