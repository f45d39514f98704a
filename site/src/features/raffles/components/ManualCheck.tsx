import { Suspense, lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CheckedRound } from "./CheckSteps";
import styles from "./Raffle.module.css";

const CheckSteps = lazy(() => import("./CheckSteps"));

/** The steps by which anyone can check a draw with shell tools and a spreadsheet, collapsed initially. */
export function ManualCheck({ round }: { round?: CheckedRound }) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  return (
    <details className={styles.steps} onToggle={(event) => event.currentTarget.open && setAsked(true)}>
      <summary>{t("raffle.how_to_check")}</summary>
      {isAsked && (
        <Suspense fallback={<p role="status">{t("common.loading")}</p>}>
          <CheckSteps round={round} />
        </Suspense>
      )}
    </details>
  );
}
