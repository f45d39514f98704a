import { useTranslation } from "react-i18next";
import { lazyPartsWith } from "@seki/shared/lazy-part";
import type { PartProblemProps } from "@seki/shared/lazy-part";
import { Button } from "./Button";
import { Notice } from "./Notice";

function PartProblem({ isMissing, onRetry }: PartProblemProps) {
  const { t } = useTranslation();
  return (
    <Notice kind="alert" live>
      <p>{t(isMissing ? "common.network_error" : "common.something_went_wrong")}</p>
      <div>
        <Button onClick={onRetry}>{t("common.retry")}</Button>
      </div>
    </Notice>
  );
}

/** Returns a part of a page whose code is fetched when it is first shown. If it fails, the page around it stays. */
export const lazyPart = lazyPartsWith(PartProblem);
