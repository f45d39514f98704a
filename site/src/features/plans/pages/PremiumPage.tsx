import { useTranslation } from "react-i18next";
import { send } from "@/api";
import type { MemberPlan } from "@/api";
import { paths, useFollow, usePageData, useTitle } from "@/navigation";
import { ButtonLink, PageFrame, Panel, Stack } from "@/ui";
import { AdvancedSearchForm } from "../components/AdvancedSearchForm";
import { MembershipPanel } from "../components/MembershipPanel";
import { cancelClub, cancelGold } from "../model/cancel";
import styles from "../components/plans.module.css";

/** The page that resumes a cancelled subscription, and shows its price. */
const WAY_ON: Record<MemberPlan["grade"], string> = {
  green: paths.premium_plans_new,
  gold: paths.gold,
  ohc: paths.ohc,
};

export default function PremiumPage() {
  const { t } = useTranslation();
  const page = usePageData("premium");
  const follow = useFollow();
  useTitle(t("plans.member.title"));

  const cancel = (plan: MemberPlan) => async (reason: string) => {
    const id = plan.stripe_subscription_id ?? "";
    if (plan.grade === "gold") return cancelGold(id, reason, follow);
    if (plan.grade === "ohc") return cancelClub(id, reason, follow);
    const { redirect_to } = await send("DELETE", "/users/api/plans", { query: { cancel_reason: reason } });
    follow(redirect_to);
  };

  return (
    <PageFrame title={t("plans.member.title")} lead={t("plans.member.lead")}>
      <Stack>
        <div className={styles.links}>
          <ButtonLink kind="primary" to={paths.premiumCalendarOf(page.month)}>
            {t("plans.calendar.title")}
          </ButtonLink>
        </div>
        <h2>{t("plans.search.title")}</h2>
        <Panel>
          <AdvancedSearchForm
            areas={page.areas}
            cuisines={page.cuisines}
            facilities={page.facilities}
            today={page.today}
            enabled
          />
        </Panel>
        {page.subscriptions.map((plan) => (
          <MembershipPanel
            key={plan.stripe_subscription_id}
            plan={plan}
            least={plan.grade === "gold" ? 1 : 2}
            onCancel={cancel(plan)}
            resumeButton={
              <div>
                <ButtonLink to={WAY_ON[plan.grade]}>{t("plans.resume")}</ButtonLink>
              </div>
            }
          />
        ))}
      </Stack>
    </PageFrame>
  );
}
