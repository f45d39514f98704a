import { useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/ui";
import type { CheckedRound } from "./CheckSteps";
import styles from "./Raffle.module.css";

const CheckSteps = lazyPart(async () => (await import("./CheckSteps")).default, <Loading />);

function Loading() {
  const { t } = useTranslation();
  return <p role="status">{t("common.loading")}</p>;
}

/** The steps by which anyone can check a draw with shell tools and a spreadsheet, collapsed initially. */
export function ManualCheck({ round }: { round?: CheckedRound }) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  return (
    <details className={styles.steps} onToggle={(event) => event.currentTarget.open && setAsked(true)}>
      <summary>{t("raffle.how_to_check")}</summary>
      {isAsked && <CheckSteps round={round} />}
    </details>
  );
}
