import { useTranslation } from "react-i18next";
import type { OnChanged } from "@seki/shared/account-security";
import { Panel, Stack } from "@/ui";
import { calls } from "../model/security-calls";
import { PasswordForm } from "./PasswordForm";

/** Changes the password, with the current one as proof. */
export function PasswordPanel({ onChanged }: { onChanged: OnChanged }) {
  const { t } = useTranslation();
  return (
    <Panel>
      <Stack>
        <h2>{t("security.password")}</h2>
        <p>{t("security.password_text")}</p>
        <PasswordForm onSubmit={async (body) => onChanged((await calls.changePassword(body)).message)} />
      </Stack>
    </Panel>
  );
}
