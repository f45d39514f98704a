import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { send, showFlash } from "@/api";
import { AppLink, paths, usePageData, useTitle } from "@/navigation";
import { Checkbox, ErrorText, PageFrame, Panel, Stack } from "@/ui";
import { AuthenticatorPanel } from "../components/AuthenticatorPanel";
import { PasskeyPanel } from "../components/PasskeyPanel";
import { PasswordPanel } from "../components/PasswordPanel";
import { SessionList } from "../components/SessionList";

/** Second factors, sessions and password of the account. */
export default function SecuritySettingsPage() {
  const { t } = useTranslation();
  const page = usePageData("security_settings");
  const { two_factor_with_email_enabled, email_confirmed, security } = page;
  const { revalidate } = useRevalidator();
  useTitle(t("security.title"));

  const changed = async (message?: string | null) => {
    if (message) showFlash({ kind: "notice", message, sticky: false });
    await revalidate();
  };

  return (
    <PageFrame narrow title={t("security.title")} lead={<AppLink to={paths.profile}>{t("profile.back")}</AppLink>}>
      <Stack>
        <MailedCodePanel isOn={two_factor_with_email_enabled} emailConfirmed={email_confirmed} />
        <AuthenticatorPanel authenticator={security.authenticator} onChanged={changed} />
        <PasskeyPanel
          passkeys={page.passkeys}
          hasApp={security.authenticator !== null}
          canAdd={page.can_add_passkeys}
          onChanged={changed}
        />
        <SessionList sessions={security.sessions} onChanged={changed} />
        <PasswordPanel onChanged={changed} />
      </Stack>
    </PageFrame>
  );
}

function MailedCodePanel({ isOn, emailConfirmed }: { isOn: boolean; emailConfirmed: boolean }) {
  const { t } = useTranslation();
  const [enabled, setEnabled] = useState(isOn);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

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
    <Panel>
      <Stack>
        <Checkbox
          label={t("security.two_factor")}
          checked={enabled}
          disabled={busy || (!emailConfirmed && !enabled)}
          onChange={(event) => void change(event.target.checked)}
        />
        <p>{t("security.two_factor_text")}</p>
        {!emailConfirmed && <p>{t("security.confirm_first")}</p>}
        {failed && <ErrorText>{t("security.update_failed")}</ErrorText>}
      </Stack>
    </Panel>
  );
}
