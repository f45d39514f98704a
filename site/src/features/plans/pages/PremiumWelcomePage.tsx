import { useTranslation } from "react-i18next";
import { paths, usePageData, useTitle } from "@/navigation";
import { ButtonLink, PageFrame, Stack } from "@/ui";
import { Benefits } from "../components/Benefits";
import styles from "../components/plans.module.css";

export default function PremiumWelcomePage() {
  const { t } = useTranslation();
  const { month } = usePageData("premium_welcome");
  useTitle(t("plans.welcome.title"));
  return (
    <PageFrame title={t("plans.welcome.title")} lead={t("plans.welcome.lead")}>
      <Stack>
        <h2 className="visually-hidden">{t("plans.benefits")}</h2>
        <Benefits />
        <div className={styles.links}>
          <ButtonLink kind="primary" to={paths.premium}>
            {t("plans.to_member_page")}
          </ButtonLink>
          <ButtonLink to={paths.premiumCalendarOf(month)}>{t("plans.calendar.title")}</ButtonLink>
        </div>
      </Stack>
    </PageFrame>
  );
}
