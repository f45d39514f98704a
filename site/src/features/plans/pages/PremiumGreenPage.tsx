import { useTranslation } from "react-i18next";
import { paths, usePageData, useTitle } from "@/navigation";
import { PageFrame, Stack } from "@/ui";
import { Benefits } from "../components/Benefits";
import { PlanChoice } from "../components/PlanChoice";

export default function PremiumGreenPage() {
  const { t } = useTranslation();
  const plan = usePageData("premium_green");
  useTitle(t("plans.green.title"));
  return (
    <PageFrame title={t("plans.green.title")} lead={t("plans.green.lead")}>
      <Stack>
        <h2 className="visually-hidden">{t("plans.benefits")}</h2>
        <Benefits />
        <h2>{t("plans.choose")}</h2>
        {/* Another code is another choice: a quote of the previous one is not kept. */}
        <PlanChoice key={plan.campaign_code ?? ""} plan={plan} address={paths.premium_green} />
      </Stack>
    </PageFrame>
  );
}
