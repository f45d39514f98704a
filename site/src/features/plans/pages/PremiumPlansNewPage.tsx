import { useTranslation } from "react-i18next";
import { paths, usePageData, useTitle } from "@/navigation";
import { PageFrame, Stack } from "@/ui";
import { GoldInvitation } from "../components/GoldInvitation";
import { PlanChoice } from "../components/PlanChoice";

export default function PremiumPlansNewPage() {
  const { t } = useTranslation();
  const plan = usePageData("premium_plans_new");
  useTitle(t("plans.choose"));
  // A diner who comes from the menu has cancelled nothing.
  const isCancelled = plan.subscription?.is_cancelled === true;
  return (
    <PageFrame narrow title={t("plans.choose")} lead={isCancelled ? t("plans.after_cancelling") : undefined}>
      <Stack>
        <h2 className="visually-hidden">{t("plans.prices")}</h2>
        {/* Another code is another choice: a quote of the previous one is not kept. */}
        <PlanChoice key={plan.campaign_code ?? ""} plan={plan} address={paths.premium_plans_new} />
        <GoldInvitation address={paths.premium_plans_new} />
      </Stack>
    </PageFrame>
  );
}
