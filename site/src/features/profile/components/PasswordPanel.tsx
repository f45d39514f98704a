import { useTranslation } from "react-i18next";
import { send } from "@/api";
import { Panel, Stack } from "@/ui";
import { PasswordForm } from "./PasswordForm";

/** Sets a new password, by the current one. */
export function PasswordPanel({ onChanged }: { onChanged: (message?: string | null) => Promise<void> }) {
  const { t } = useTranslation();
  return (
    <Panel>
      <Stack>
        <h2>{t("security.password")}</h2>
        <p>{t("security.password_text")}</p>
        <PasswordForm
          onSubmit={async (body) => {
            const { message } = await send("PATCH", "/users/profile/security_settings/password", { body });
            await onChanged(message);
          }}
        />
      </Stack>
    </Panel>
  );
}
