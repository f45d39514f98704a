import { useEffect, useRef, useState } from "react";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { BrowserRefusal } from "@seki/shared/passkeys";
import { ApiError } from "@/api";
import { ProofFields, useProof } from "@/features/accounts/components/ProofFields";
import type { ProofWay } from "@/features/accounts/components/ProofFields";
import { Button, Problem, TextField, useFirstWrong } from "@/ui";
import styles from "./Security.module.css";

interface FieldSpec {
  name: string;
  label: string;
  type?: "password" | "text" | "email";
  autoComplete: string;
  hint?: string;
}

interface Props {
  fields: readonly FieldSpec[];
  submit: string;
  /** It has just been asked for: its first field gets the focus. */
  takesFocus?: boolean;
  /** What is wrong before anything is sent, by the names of the fields. */
  check?: (values: Record<string, string>) => Record<string, string>;
  /** The ways of a fresh proof of identity, whose field comes last. */
  proofWays?: readonly ProofWay[];
  /** Goes back to what was there before. */
  onCancel?: () => void;
  /** A refusal that it throws is shown, and the form stays. */
  onSubmit: (values: Record<string, string>) => Promise<void>;
}

const NO_PROOF: readonly ProofWay[] = [];

/** A few required fields and one button; the server's refusals stand beside them. */
export function FieldsForm({
  fields,
  submit,
  takesFocus = false,
  check,
  proofWays = NO_PROOF,
  onCancel,
  onSubmit,
}: Props) {
  const { t } = useTranslation();
  const [values, setValues] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ message: string; fields: Record<string, string> } | null>(null);
  const proof = useProof(proofWays);

  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useFirstWrong(form, attempts);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector("input")?.focus();
  }, [takesFocus]);
  const isSaidBeside = fields.some(({ name }) => refusal?.fields[name] !== undefined);

  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!proof.check()) {
      setRefusal(null);
      setAttempts(attempts + 1);
      return;
    }
    const faults = check?.(values) ?? {};
    if (Object.keys(faults).length > 0) {
      setRefusal({ message: "", fields: faults });
      setAttempts(attempts + 1);
      return;
    }
    setBusy(true);
    setRefusal(null);
    try {
      await onSubmit({ ...values, ...proof.body });
      setValues({});
      proof.clear();
    } catch (error) {
      setAttempts(attempts + 1);
      if (proof.takes(error)) return;
      const isKnown = error instanceof ApiError || error instanceof BrowserRefusal;
      setRefusal({
        message: isKnown ? error.message : t("common.network_error"),
        fields: error instanceof ApiError ? (error.problem.fields ?? {}) : {},
      });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form ref={form} noValidate={check !== undefined} className={styles.form} onSubmit={(event) => void send(event)}>
      {fields.map(({ name, label, type = "text", autoComplete, hint }) => (
        <TextField
          key={name}
          name={name}
          label={label}
          type={type}
          autoComplete={autoComplete}
          hint={hint}
          required={check === undefined}
          value={values[name] ?? ""}
          error={refusal?.fields[name]}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
      <ProofFields proof={proof} />
      {refusal && !isSaidBeside && (
        <Problem>
          <p>{refusal.message}</p>
        </Problem>
      )}
      <div className={styles.buttons}>
        <Button type="submit" kind="primary" busy={busy}>
          {submit}
        </Button>
        {onCancel && (
          <Button disabled={busy} onClick={onCancel}>
            {t("common.back")}
          </Button>
        )}
      </div>
    </form>
  );
}
