import { useTranslation } from "react-i18next";
import { send } from "@/api";
import { Panel, Stack } from "@/ui";
import { FieldsForm } from "./FieldsForm";

/** Sets a new password, by the current one. */
export function PasswordPanel({ onChanged }: { onChanged: (message?: string | null) => Promise<void> }) {
  const { t } = useTranslation();
  return (
    <Panel>
      <Stack>
        <h2>{t("security.password")}</h2>
        <p>{t("security.password_text")}</p>
        <FieldsForm
          fields={[
            {
              name: "current_password",
              label: t("security.current_password"),
              type: "password",
              autoComplete: "current-password",
            },
            {
              name: "password",
              label: t("password.new"),
              type: "password",
              autoComplete: "new-password",
              hint: t("sign_up.password_hint"),
            },
            {
              name: "password_confirmation",
              label: t("password.confirmation"),
              type: "password",
              autoComplete: "new-password",
            },
          ]}
          submit={t("password.save")}
          onSubmit={async (body) => {
            const { message } = await send("PATCH", "/users/profile/security_settings/password", { body });
            await onChanged(message);
          }}
        />
      </Stack>
    </Panel>
  );
}
