import { useAsk, useLeaveGuard } from "@/console/ui";
import { useT } from "@/owner/i18n/use-t";

/**
 * Warns before the user leaves a plan with unsaved changes in any way. Returns a function with which a button asks the
 * same question; it resolves to true if the user may leave.
 */
export function useLeaveWarning(isChanged: boolean): () => Promise<boolean> {
  const t = useT();
  const ask = useAsk();
  const words = { title: t("floor_plan.leave_title"), text: t("floor_plan.leave_text"), agree: t("floor_plan.leave") };
  useLeaveGuard(isChanged, words);
  return () => (isChanged ? ask({ ...words, danger: true }) : Promise.resolve(true));
}
