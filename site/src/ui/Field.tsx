import { useId } from "react";
import type { InputHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { useTranslation } from "react-i18next";
import styles from "./Field.module.css";
import { Icon } from "./Icon";
import { cx } from "./cx";

export interface FieldParts {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  mandatory?: boolean;
}

interface ControlProps {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  "aria-required"?: true;
}

export function Field({
  label,
  hint,
  error,
  mandatory = false,
  className,
  children,
}: FieldParts & { className?: string | undefined; children: (control: ControlProps) => ReactNode }) {
  const { t } = useTranslation();
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className={cx(styles.field, className)}>
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
        {mandatory && (
          <span className={styles.required} aria-hidden="true">
            {t("common.required")}
          </span>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({
        id,
        ...(describedBy ? { "aria-describedby": describedBy } : {}),
        ...(error ? { "aria-invalid": true } : {}),
        ...(mandatory ? { "aria-required": true } : {}),
      })}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </div>
  );
}

export function ErrorText({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.error} role="alert">
      <Icon name="alert" size={15} />
      <span>{children}</span>
    </p>
  );
}

type TextFieldProps = FieldParts &
  Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "prefix"> & {
    prefix?: string | undefined;
    ref?: Ref<HTMLInputElement> | undefined;
  };

export function TextField({ label, hint, error, mandatory = false, className, prefix, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} mandatory={mandatory} className={className}>
      {(control) => (
        <div className={styles.row}>
          {prefix && <span className={styles.prefix}>{prefix}</span>}
          <input className={styles.control} {...input} {...control} />
        </div>
      )}
    </Field>
  );
}

type SelectFieldProps = FieldParts &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "id"> & { ref?: Ref<HTMLSelectElement> | undefined };

export function SelectField({
  label,
  hint,
  error,
  mandatory = false,
  className,
  children,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} mandatory={mandatory} className={className}>
      {(control) => (
        <select className={styles.control} {...select} {...control}>
          {children}
        </select>
      )}
    </Field>
  );
}

type TextAreaFieldProps = FieldParts & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id">;

export function TextAreaField({ label, hint, error, mandatory = false, className, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} mandatory={mandatory} className={className}>
      {(control) => <textarea className={styles.control} {...area} {...control} />}
    </Field>
  );
}

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  label: ReactNode;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

export function Checkbox({ label, error, className, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className={className}>
      <label className={styles.check}>
        <input
          type="checkbox"
          className={styles.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          {...input}
        />
        <span>{label}</span>
      </label>
      {error && <ErrorText id={id}>{error}</ErrorText>}
    </div>
  );
}
