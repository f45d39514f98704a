import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, send, showFlash } from "@/api";
import ContinuingNotice from "@/features/accounts/components/ContinuingNotice";
import { paths, usePageData, useTitle } from "@/navigation";
import { Button, ButtonLink, Notice, PageFrame, Panel, Problem, Stack } from "@/ui";

export default function ConfirmEmailPage() {
  const { t } = useTranslation();
  const { email, confirmed, continuing } = usePageData("confirm_email");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  useTitle(t("after_registration.confirm_title"));

  const resend = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const { message } = await send("POST", paths.confirm_email);
      showFlash({ kind: "notice", message, sticky: false });
    } catch (error) {
      setRefusal(error instanceof ApiError ? error.message : t("common.network_error"));
    } finally {
      setBusy(false);
    }
  };

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
              <Button busy={busy} onClick={() => void resend()}>
                {t("email_banner.resend")}
              </Button>
              {refusal !== null && (
                <Problem>
                  <p>{refusal}</p>
                </Problem>
              )}
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
