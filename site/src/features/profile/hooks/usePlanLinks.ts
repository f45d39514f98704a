import { useSession } from "@/api";

/** Keys of the menu's entries that lead to the plans. */
const PLANS = ["gold", "premium", "premium_join", "ohc"] as const;

/** Returns the menu's entries of the plans: plans that the diner has, or may have. */
export function usePlanLinks() {
  const { menu } = useSession();
  return menu.flatMap(({ key, to }) => PLANS.filter((plan) => plan === key).map((plan) => ({ key: plan, to })));
}
