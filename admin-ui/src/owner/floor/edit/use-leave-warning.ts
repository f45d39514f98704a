import { useAsk, useLeaveGuard } from "@/console/ui";
import { useT } from "@/owner/i18n/use-t";

/** Asks before a plan with unsaved changes is left, wherever that leads. Answers how to ask the same of a button. */
export function useLeaveWarning(isChanged: boolean): () => Promise<boolean> {
  const t = useT();
  const ask = useAsk();
  const words = { title: t("floor_plan.leave_title"), text: t("floor_plan.leave_text"), agree: t("floor_plan.leave") };
  useLeaveGuard(isChanged, words);
  return () => (isChanged ? ask({ ...words, danger: true }) : Promise.resolve(true));
}
