import { useTranslation } from "react-i18next";
import { AppLink, paths, usePageData, useTitle } from "@/navigation";
import { PageFrame, Panel } from "@/ui";
import { PhoneEditForm } from "../components/PhoneEditForm";

/** The form alone, linked from mails about the number. */
export default function PhoneEditPage() {
  const { t } = useTranslation();
  const page = usePageData("phone_edit");
  useTitle(t("phone.edit.title"));
  return (
    <PageFrame narrow title={t("phone.edit.title")} lead={<AppLink to={paths.profile}>{t("profile.back")}</AppLink>}>
      <Panel>
        <PhoneEditForm page={page} target={page.next} />
      </Panel>
    </PageFrame>
  );
}
