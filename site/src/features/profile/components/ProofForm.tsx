import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui";
import { FieldsForm } from "./FieldsForm";

interface Props {
  /** A code of the app is accepted in place of the password. */
  hasApp: boolean;
  onProof: (proof: { current_password?: string; code?: string }) => Promise<void>;
  onCancel: () => void;
}

/** Requires the password, or a code of the app, before a sensitive change. */
export function ProofForm({ hasApp, onProof, onCancel }: Props) {
  const { t } = useTranslation();
  const [byCode, setByCode] = useState(false);
  const field = byCode
    ? { name: "code", label: t("security.code"), autoComplete: "one-time-code", hint: t("two_factor.app_hint") }
    : {
        name: "current_password",
        label: t("security.current_password"),
        type: "password" as const,
        autoComplete: "current-password",
      };
  return (
    <>
      <FieldsForm
        key={field.name}
        fields={[field]}
        submit={t("security.continue")}
        takesFocus
        onCancel={onCancel}
        onSubmit={onProof}
      />
      {hasApp && (
        <div>
          <Button kind="text" onClick={() => setByCode(!byCode)}>
            {t(byCode ? "security.by_password" : "security.by_code")}
          </Button>
        </div>
      )}
    </>
  );
}
