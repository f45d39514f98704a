import { useState } from "react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { MemberPlan } from "@/api";
import { formatDate } from "@seki/shared/civil-time";
import { paths, useLocale } from "@/navigation";
import { Button, ButtonLink, Facts, Notice, Panel, Stack, WriteProblem } from "@/ui";
import { useSubscribe } from "../hooks/useSubscribe";
import { perInterval, yen } from "../model/price";
import { CancelDialog } from "./CancelDialog";
import styles from "./plans.module.css";

interface MembershipPanelProps {
  plan: MemberPlan;
  /** Minimum length of the reason in characters. */
  least: number;
  onCancel: (reason: string) => Promise<void>;
  /** The button that resumes a cancelled subscription. */
  resumeButton: ReactNode;
}

/** Shows a subscription: price, renewal or end, a declined renewal, and buttons to cancel or resume it. */
export function MembershipPanel({ plan, least, onCancel, resumeButton }: MembershipPanelProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [cancelling, setCancelling] = useState(false);
  const { subscribe, saving, modal } = useSubscribe();
  const day = (iso: string | null) => (iso ? formatDate(iso.slice(0, 10), locale) : "-");
  const pay = () =>
    void subscribe({
      subscription: { stripe_price_id: plan.stripe_price_id, grade: plan.grade },
      stripe_subscription_id: plan.stripe_subscription_id,
    });
  return (
    <Panel>
      <Stack>
        <h2>{t(`plans.grade.${plan.grade}`)}</h2>
        {plan.status === "past_due" && (
          <Notice kind="alert">
            <p>{t("plans.past_due", { date: day(plan.pay_by) })}</p>
            <div className={styles.links}>
              <Button kind="primary" busy={saving.busy} onClick={pay}>
                {t("plans.pay_now")}
              </Button>
              <ButtonLink to={paths.creditCard(paths.premium)}>{t("plans.other_card")}</ButtonLink>
            </div>
          </Notice>
        )}
        <WriteProblem write={saving} />
        <Facts
          facts={[
            { label: t("plans.price"), value: `${yen(locale, plan.amount)} ${perInterval(t, plan)}` },
            { label: t("plans.state"), value: t(`plans.status.${plan.is_cancelled ? "cancelled" : plan.status}`) },
            { label: plan.is_cancelled ? t("plans.until") : t("plans.renewal"), value: day(plan.period_end) },
          ]}
        />
        {plan.is_cancelled ? (
          plan.status !== "past_due" && resumeButton
        ) : (
          <div>
            <Button kind="text" onClick={() => setCancelling(true)}>
              {t("plans.cancel.open")}
            </Button>
          </div>
        )}
        <CancelDialog
          plan={plan}
          open={cancelling}
          onClose={() => setCancelling(false)}
          least={least}
          onCancel={onCancel}
        />
        {modal}
      </Stack>
    </Panel>
  );
}
