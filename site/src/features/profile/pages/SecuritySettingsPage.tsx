import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { showFlash } from "@/api";
import { AppLink, paths, usePageData, useTitle } from "@/navigation";
import { PageFrame, Stack } from "@/ui";
import { AuthenticatorPanel } from "../components/AuthenticatorPanel";
import { MailedCodePanel } from "../components/MailedCodePanel";
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
        <MailedCodePanel
          isOn={two_factor_with_email_enabled}
          emailConfirmed={email_confirmed}
          hasApp={security.authenticator !== null}
          onChanged={changed}
        />
        <AuthenticatorPanel
          authenticator={security.authenticator}
          emailConfirmed={email_confirmed}
          passkeys={page.passkeys}
          onChanged={changed}
        />
        <PasskeyPanel
          passkeys={page.passkeys}
          hasApp={security.authenticator !== null}
          emailConfirmed={email_confirmed}
          canAdd={page.can_add_passkeys}
          onChanged={changed}
        />
        <SessionList sessions={security.sessions} onChanged={changed} />
        <PasswordPanel onChanged={changed} />
      </Stack>
    </PageFrame>
  );
}
