import { useTranslation } from "react-i18next";
import { paths, usePageData, useTitle } from "@/navigation";
import { ButtonLink, PageFrame, Panel, Stack } from "@/ui";

export default function AfterPickupPage() {
  const { t } = useTranslation();
  const { favorites_count } = usePageData("after_pickup_restaurants");
  useTitle(t("after_registration.picked_title"));
  return (
    <PageFrame narrow title={t("after_registration.picked_title")}>
      <Panel>
        <Stack>
          <p>{t("after_registration.picked_count", { count: favorites_count })}</p>
          <p>{t("after_registration.picked_text")}</p>
          <ButtonLink kind="primary" to={paths.confirm_email}>
            {t("after_registration.next")}
          </ButtonLink>
        </Stack>
      </Panel>
    </PageFrame>
  );
}
