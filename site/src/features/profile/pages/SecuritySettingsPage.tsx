import { useState } from "react";
import { useTranslation } from "react-i18next";
import { send, showFlash } from "@/api";
import { AppLink, paths, usePageData, useTitle } from "@/navigation";
import { Checkbox, ErrorText, PageFrame, Panel, Stack } from "@/ui";

import { SessionList } from "../components/SessionList";

export default function SecuritySettingsPage() {
  const { t } = useTranslation();
  const { two_factor_with_email_enabled, email_confirmed, security } = usePageData("security_settings");
  const [enabled, setEnabled] = useState(two_factor_with_email_enabled);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  useTitle(t("security.title"));

  const change = async (next: boolean) => {
    setBusy(true);
    setFailed(false);
    setEnabled(next);
    try {
      const { message } = await send("PATCH", "/users/profile/security_settings.json", {
        body: { user_security_setting: { two_factor_with_email_enabled: next } },
      });
      showFlash({ kind: "notice", message, sticky: false });
    } catch {
      setEnabled(!next);
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };

  return (
    <PageFrame narrow title={t("security.title")} lead={<AppLink to={paths.profile}>{t("profile.back")}</AppLink>}>
      <Panel>
        <Stack>
          <Checkbox
            label={t("security.two_factor")}
            checked={enabled}
            disabled={busy || (!email_confirmed && !enabled)}
            onChange={(event) => void change(event.target.checked)}
          />
          <p>{t("security.two_factor_text")}</p>
          {!email_confirmed && <p>{t("security.confirm_first")}</p>}
          {failed && <ErrorText>{t("security.update_failed")}</ErrorText>}
        </Stack>
      </Panel>
      <SessionList sessions={security.sessions} />
    </PageFrame>
  );
}
