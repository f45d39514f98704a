import { useTranslation } from "react-i18next";
import { ApiError } from "@/api";
import { browser } from "@/navigation";
import { useWrite, errorText } from "@/ui";

/** The write of a subscription: shows a server error as `failed`, and reloads an outdated page. */
export function usePlanWrite(failed: "plans.went_wrong" | "plans.gold.failed") {
  const { t } = useTranslation();
  return useWrite({
    words: (error) => (error instanceof ApiError && error.status >= 500 ? t(failed) : errorText(error, t)),
    handles: (error) => {
      const isOld = error instanceof ApiError && error.problem.force_reload === true;
      if (isOld) browser.reload();
      return isOld;
    },
  });
}
