import type { ReactNode } from "react";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { FieldsForm, SessionList } from "@/console/security";
import { PageTitle } from "@/console/ui";
import { send, showFlash } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";
import { AuthenticatorPane } from "./AuthenticatorPane";
import { PasskeyPane } from "./PasskeyPane";

/** Password, authenticator app, passkeys and sessions of the account. */
export default function OwnerSecuritySettingsPage() {
  const t = useT();
  const { data, locale, reload } = usePage<"owner_security_settings">();
  const tell = async (message: string | null | undefined) => {
    if (message) showFlash({ kind: "notice", message, sticky: false });
    await reload();
  };
  return (
    <Box sx={{ maxWidth: 720 }}>
      <PageTitle title={t("security.title")} />
      <Pane title={t("security.second_factor")}>
        <AuthenticatorPane
          authenticator={data.security.authenticator}
          isRequired={data.is_factor_required}
          onChanged={tell}
        />
      </Pane>
      <Pane title={t("security.passkeys")}>
        <PasskeyPane
          passkeys={data.passkeys}
          hasApp={data.security.authenticator !== null}
          canAdd={data.can_add_passkeys}
          locale={locale}
          onChanged={tell}
        />
      </Pane>
      <Pane title={t("security.sessions")}>
        <SessionList
          sessions={data.security.sessions}
          locale={locale}
          onEnd={async (uid) => {
            const path = { uid };
            await tell((await send("DELETE", "/owners/security_settings/sessions/{uid}", { path })).message);
          }}
          onEndOthers={async () => tell((await send("DELETE", "/owners/security_settings/sessions")).message)}
        />
      </Pane>
      <Pane title={t("security.password")}>
        <FieldsForm
          fields={[
            {
              name: "current_password",
              label: t("security.proof"),
              type: "password",
              autoComplete: "current-password",
            },
            {
              name: "password",
              label: t("security.new_password"),
              type: "password",
              autoComplete: "new-password",
              hint: t("security.new_password_hint"),
            },
            {
              name: "password_confirmation",
              label: t("security.confirmation"),
              type: "password",
              autoComplete: "new-password",
            },
          ]}
          submit={t("security.change_password")}
          onSubmit={async (body) => tell((await send("PATCH", "/owners/security_settings/password", { body })).message)}
        />
      </Pane>
    </Box>
  );
}

function Pane({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" variant="outlined" sx={{ p: { xs: 2, sm: 3 }, mb: 3, display: "grid", gap: 2 }}>
      <Typography variant="h2">{title}</Typography>
      {children}
    </Paper>
  );
}
