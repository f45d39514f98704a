import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, send, showFlash } from "@/api";
import { AppLink, paths, usePageData, useTitle } from "@/navigation";
import { Button, EmptyState, Notice, PageFrame, Problem, Stack } from "@/ui";
import { GoldSlotForm } from "../components/GoldSlotForm";
import styles from "../components/plans.module.css";

export default function GoldRoundsPage() {
  const { t } = useTranslation();
  const { round, slots, bookings_count, after_delete_path } = usePageData("gold_rounds");
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const title = round?.title ?? t("plans.gold_rounds.title");
  useTitle(title);

  const ask = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { message } = await send("POST", "/users/api/gold_plan_change_requests");
      showFlash({ kind: "notice", message, sticky: true });
      setAsked(true);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : t("common.network_error"));
    } finally {
      setBusy(false);
    }
  };

  return (
    <PageFrame title={title} lead={<AppLink to={paths.gold}>{t("plans.gold.title")}</AppLink>}>
      <Stack>
        {bookings_count >= 2 && <Notice kind="info">{t("plans.gold_rounds.limit")}</Notice>}
        {slots.length === 0 ? (
          <EmptyState title={t("plans.gold_rounds.empty")}>
            <p>{t("plans.gold_rounds.empty_text")}</p>
          </EmptyState>
        ) : (
          <>
            <h2 className="visually-hidden">{t("plans.gold_rounds.title")}</h2>
            <div className={styles.offers}>
              {slots.map((slot) => (
                <GoldSlotForm key={slot.online_stock_group_id} slot={slot} after={after_delete_path} />
              ))}
            </div>
          </>
        )}
        <div>
          <Button kind="text" busy={busy} disabled={asked} onClick={() => void ask()}>
            {t("plans.gold.change")}
          </Button>
        </div>
        {problem && <Problem>{problem}</Problem>}
      </Stack>
    </PageFrame>
  );
}
