import type { ReactNode } from "react";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { showFlash, useShell } from "@/console/api";
import type { Schemas } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import { PageTitle } from "@/console/ui";
import { AuthenticatorPane } from "./AuthenticatorPane";
import { settingsCalls } from "./calls";
import type { Root } from "./calls";
import { FieldsForm } from "./FieldsForm";
import { PasskeyPane } from "./PasskeyPane";
import { SessionList } from "./SessionList";

interface Props {
  root: Root;
  data: Schemas["OwnerSecuritySettingsPage"];
  /** Reloads the page's data. */
  reload: () => Promise<void>;
}

/** Password, authenticator app, passkeys and sessions of the account. */
export function SecuritySettings({ root, data, reload }: Props) {
  const t = useT();
  const { locale } = useShell();
  const calls = settingsCalls(root);
  const report = async (message: string | null | undefined) => {
    if (message) showFlash({ kind: "notice", message, sticky: false });
    await reload();
  };
  return (
    <Box sx={{ maxWidth: 720 }}>
      <PageTitle title={t("security.title")} />
      <Pane title={t("security.second_factor")}>
        <AuthenticatorPane
          calls={calls}
          authenticator={data.security.authenticator}
          isRequired={data.is_factor_required}
          passkeys={data.passkeys}
          onChanged={report}
        />
      </Pane>
      <Pane title={t("security.passkeys")}>
        <PasskeyPane
          calls={calls}
          passkeys={data.passkeys}
          hasApp={data.security.authenticator !== null}
          canAdd={data.can_add_passkeys}
          locale={locale}
          onChanged={report}
        />
      </Pane>
      <Pane title={t("security.sessions")}>
        <SessionList
          sessions={data.security.sessions}
          locale={locale}
          onEnd={async (uid) => report((await calls.endSession(uid)).message)}
          onEndOthers={async () => report((await calls.endOtherSessions()).message)}
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
          onSubmit={async (body) => report((await calls.changePassword(body)).message)}
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
