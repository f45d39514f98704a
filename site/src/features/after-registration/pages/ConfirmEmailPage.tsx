import { useTranslation } from "react-i18next";
import { send, showFlash } from "@/api";
import ContinuingNotice from "@/features/accounts/components/ContinuingNotice";
import { paths, usePageData, useTitle } from "@/navigation";
import { Button, ButtonLink, Notice, PageFrame, Panel, Stack, WriteProblem, useWrite } from "@/ui";

export default function ConfirmEmailPage() {
  const { t } = useTranslation();
  const { email, confirmed, continuing } = usePageData("confirm_email");
  const resending = useWrite();
  useTitle(t("after_registration.confirm_title"));

  const resend = () =>
    resending.write(async () => {
      const { message } = await send("POST", paths.confirm_email);
      showFlash({ kind: "notice", message, sticky: false });
    });

  return (
    <PageFrame narrow title={t("after_registration.confirm_title")}>
      <Panel>
        <Stack>
          {confirmed ? (
            <Notice kind="success">
              <p>{t("after_registration.confirmed")}</p>
            </Notice>
          ) : (
            <>
              <p>{t("after_registration.confirm_text", { email })}</p>
              <Button busy={resending.busy} onClick={() => void resend()}>
                {t("email_banner.resend")}
              </Button>
              <WriteProblem write={resending} />
            </>
          )}
          <ContinuingNotice continuing={continuing} leads />
          <ButtonLink kind={continuing ? "text" : "primary"} to={paths.home}>
            {t("common.find_restaurants")}
          </ButtonLink>
        </Stack>
      </Panel>
    </PageFrame>
  );
}
