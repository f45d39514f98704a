import { lazyPartsWith } from "@seki/shared/lazy-part";
import type { PartProblemProps } from "@seki/shared/lazy-part";
import { useT } from "@/console/i18n/use-t";
import { FetchProblem } from "./FetchProblem";

function PartProblem({ isMissing, onRetry }: PartProblemProps) {
  const t = useT();
  return (
    <FetchProblem text={t(isMissing ? "console.network_error" : "console.something_went_wrong")} onRetry={onRetry} />
  );
}

/** Returns a part of a page whose code is fetched when it is first shown. If it fails, the page around it stays. */
export const lazyPart = lazyPartsWith(PartProblem);
