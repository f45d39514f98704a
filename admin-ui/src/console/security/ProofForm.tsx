import { useState } from "react";
import Button from "@mui/material/Button";
import { useT } from "@/console/i18n/use-t";
import { FieldsForm } from "./FieldsForm";

interface Props {
  /** A code of the app is accepted in place of the password. */
  hasApp: boolean;
  onProof: (proof: { current_password?: string; code?: string }) => Promise<void>;
  onCancel: () => void;
}

/** Requires the password, or a code of the app, before a sensitive change. */
export function ProofForm({ hasApp, onProof, onCancel }: Props) {
  const t = useT();
  const [byCode, setByCode] = useState(false);
  const field = byCode
    ? { name: "code", label: t("security.code"), autoComplete: "one-time-code", hint: t("security.code_hint") }
    : {
        name: "current_password",
        label: t("security.proof"),
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
        <Button sx={{ justifySelf: "start" }} onClick={() => setByCode(!byCode)}>
          {t(byCode ? "security.by_password" : "security.by_code")}
        </Button>
      )}
    </>
  );
}
