import { useTranslation } from "react-i18next";
import { FieldsForm } from "./FieldsForm";
import { passwordFaults } from "../model/password-form";

interface Props {
  onSubmit: (values: Record<string, string>) => Promise<void>;
}

/** The current password, and a new one twice. Faults are highlighted, and nothing is sent (diner §5). */
export function PasswordForm({ onSubmit }: Props) {
  const { t } = useTranslation();
  return (
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
          label: t("security.new_password"),
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
      check={(values) => passwordFaults(t, values)}
      submit={t("security.change_password")}
      onSubmit={onSubmit}
    />
  );
}
