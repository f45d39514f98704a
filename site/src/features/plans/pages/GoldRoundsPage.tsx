import { useState } from "react";
import { useTranslation } from "react-i18next";
import { send, showFlash } from "@/api";
import { AppLink, paths, usePageData, useTitle } from "@/navigation";
import { Button, EmptyState, Notice, PageFrame, Stack, WriteProblem, useWrite } from "@/ui";
import { GoldSlotForm } from "../components/GoldSlotForm";
import styles from "../components/plans.module.css";

export default function GoldRoundsPage() {
  const { t } = useTranslation();
  const { round, slots, bookings_count, after_delete_path } = usePageData("gold_rounds");
  const asking = useWrite();
  const [asked, setAsked] = useState(false);
  const title = round?.title ?? t("plans.gold_rounds.title");
  useTitle(title);

  const ask = () =>
    asking.write(async () => {
      const { message } = await send("POST", "/users/api/gold_plan_change_requests");
      showFlash({ kind: "notice", message, sticky: true });
      setAsked(true);
    });

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
          <Button kind="text" busy={asking.busy} disabled={asked} onClick={() => void ask()}>
            {t("plans.gold.change")}
          </Button>
        </div>
        <WriteProblem write={asking} />
      </Stack>
    </PageFrame>
  );
}
