import { useEffect, useRef, useState } from "react";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { useStoredInput } from "@/drafts";
import { AppleProof, ProofFields, isAppleRequired, useProof } from "@/features/accounts/components/ProofFields";
import type { ProofWay } from "@/features/accounts/components/ProofFields";
import { Button, TextField, WriteProblem, useFocusFirstInvalid, useWrite } from "@/ui";
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
  /** Focuses the first field, because the form was just opened. */
  takesFocus?: boolean;
  /** Returns faults by field name, before anything is sent. Default: no field is empty. */
  check?: (values: Record<string, string>) => Record<string, string>;
  /** Name under which the values are stored while the diner is at Apple. Never for a form with a password. */
  draft?: string;
  /** Accepted kinds of proof of identity, whose field comes last. */
  proofWays?: readonly ProofWay[];
  /** Closes the form. */
  onCancel?: () => void;
  /** Sends the values. A rejection that it throws is shown, and the form stays. */
  onSubmit: (values: Record<string, string>) => Promise<void>;
}

const NO_PROOF: readonly ProofWay[] = [];

/** A few required fields and one button. The server's rejections are shown next to the fields. */
export function FieldsForm({
  fields,
  submit,
  takesFocus = false,
  check,
  draft,
  proofWays = NO_PROOF,
  onCancel,
  onSubmit,
}: Props) {
  const { t } = useTranslation();
  const blank: Record<string, string> = Object.fromEntries(fields.map(({ name }) => [name, ""]));
  const [values, setValues] = useStoredInput(draft ?? null, blank);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const proof = useProof(proofWays);
  const saving = useWrite({ handles: proof.takes });
  const errors: Readonly<Record<string, string>> = { ...saving.fields, ...faults };

  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstInvalid(form, attempts);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector("input")?.focus();
  }, [takesFocus]);
  const isShownInField = fields.some(({ name }) => saving.fields[name] !== undefined);

  /** The browser's own check would speak the browser's language. */
  const emptyFields = () => {
    const empty = fields.filter(({ name }) => (values[name] ?? "").trim() === "");
    return Object.fromEntries(empty.map(({ name }) => [name, t("sign_up.error.empty")]));
  };

  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    saving.reset();
    const hasProof = proof.check();
    const found = check ? check(values) : emptyFields();
    setFaults(found);
    if (!hasProof || Object.keys(found).length > 0) return setAttempts(attempts + 1);
    const isDone = await saving.write(() => onSubmit({ ...values, ...proof.body }));
    if (!isDone) return setAttempts(attempts + 1);
    setValues(blank);
    proof.clear();
  };

  if (isAppleRequired(proofWays)) return <AppleProof />;
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void send(event)}>
      {fields.map(({ name, label, type = "text", autoComplete, hint }) => (
        <TextField
          key={name}
          name={name}
          label={label}
          type={type}
          autoComplete={autoComplete}
          hint={hint}
          aria-required
          value={values[name] ?? ""}
          error={errors[name]}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
      <ProofFields proof={proof} />
      {!isShownInField && <WriteProblem write={saving} />}
      <div className={styles.buttons}>
        <Button type="submit" kind="primary" busy={saving.busy}>
          {submit}
        </Button>
        {onCancel && (
          <Button disabled={saving.busy} onClick={onCancel}>
            {t("common.back")}
          </Button>
        )}
      </div>
    </form>
  );
}
