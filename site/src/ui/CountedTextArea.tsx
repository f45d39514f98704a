import type { TextareaHTMLAttributes } from "react";
import { useTranslation } from "react-i18next";
import { TextAreaField } from "./Field";
import type { FieldParts } from "./Field";
import { isTooLong, lengthOf } from "./text-length";

type Props = FieldParts &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "maxLength" | "value"> & {
    value: string;
    /** The longest text. A longer one stays in the field, because the browser would cut a pasted text silently. */
    limit: number;
  };

/** A text area that shows the number of its characters. */
export function CountedTextArea({ limit, value, hint, error, ...area }: Props) {
  const { t } = useTranslation();
  const count = t("text_length.count", { count: lengthOf(value), limit });
  return (
    <TextAreaField
      {...area}
      value={value}
      hint={hint ? [hint, " ", count] : count}
      error={isTooLong(value, limit) ? t("text_length.too_long", { limit }) : error}
    />
  );
}
