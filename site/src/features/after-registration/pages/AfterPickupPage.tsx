import { useTranslation } from "react-i18next";
import ContinuingNotice from "@/features/accounts/components/ContinuingNotice";
import { paths, usePageData, useTitle } from "@/navigation";
import { ButtonLink, PageFrame, Panel, Stack } from "@/ui";

export default function AfterPickupPage() {
  const { t } = useTranslation();
  const { favorites_count, continuing } = usePageData("after_pickup_restaurants");
  useTitle(t("after_registration.picked_title"));
  return (
    <PageFrame narrow title={t("after_registration.picked_title")}>
      <Panel>
        <Stack>
          <ContinuingNotice continuing={continuing} leads />
          <p>{t("after_registration.picked_count", { count: favorites_count })}</p>
          <p>{t("after_registration.picked_text")}</p>
          <ButtonLink kind={continuing ? "quiet" : "primary"} to={paths.interest_tags}>
            {t("after_registration.next")}
          </ButtonLink>
        </Stack>
      </Panel>
    </PageFrame>
  );
}
