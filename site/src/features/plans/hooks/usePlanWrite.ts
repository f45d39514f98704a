import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api";
import type { PlanQuote } from "@/api";
import { browser } from "@/navigation";
import { useWrite, errorText } from "@/ui";

/** The server's code for a charge that differs from the shown one. Its problem has the quote in `current`. */
const QUOTE_DIFFERS = "plan_quote_differs";

/** The write of a subscription: shows a server error as `failed`, and reloads an outdated page. */
export function usePlanWrite(failed: "plans.went_wrong" | "plans.gold.failed") {
  const { t } = useTranslation();
  const changed = useRef<PlanQuote | null>(null);
  const saving = useWrite({
    words: (error) => (error instanceof ApiError && error.status >= 500 ? t(failed) : errorText(error, t)),
    handles: (error) => {
      if (!(error instanceof ApiError)) return false;
      if (error.problem.code === QUOTE_DIFFERS && error.problem.current) {
        changed.current = error.problem.current as unknown as PlanQuote;
        return true;
      }
      const isOld = error.problem.force_reload === true;
      if (isOld) browser.reload();
      return isOld;
    },
  });

  /** Sends a request. Resolves to the new quote if the server would charge something else than was shown. */
  const request = async (send: () => Promise<void>): Promise<PlanQuote | null> => {
    changed.current = null;
    await saving.write(send);
    return changed.current;
  };
  return { saving, request };
}
