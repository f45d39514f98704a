import { useRef, useState } from "react";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { showFlash } from "@/api";
import { useStoredInput } from "@/drafts";
import { useFocusFirstInvalid, useWrite } from "@/ui";

interface Options<Values, Field extends string> {
  /** Name of the draft, which keeps typed values until they are saved. */
  name: string;
  saved: Values;
  /** Maximum lengths of the texts. */
  lengths: (values: Values) => Partial<Record<Field, { text: string; count: number }>>;
  /** Saves the values, and returns the message of the success. */
  send: (values: Values) => Promise<{ message: string }>;
}

/**
 * Manages a form of the profile page. Text is never truncated: a text that is too long gets an error, and can be
 * shortened.
 */
export function useProfileForm<Values extends object, Field extends string>(options: Options<Values, Field>) {
  const { t } = useTranslation();
  const [before, setBefore] = useState(options.saved);
  const [values, setValues] = useStoredInput(options.name, before);
  const saving = useWrite();
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstInvalid(form, attempts);

  const lengths = options.lengths(values);
  const fault = (field: Field) => {
    const limit = lengths[field];
    const isTooLong = limit !== undefined && [...limit.text.trim()].length > limit.count;
    return isTooLong ? t("review.delivery.error.too_long", { count: limit.count }) : undefined;
  };
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (Object.keys(lengths).some((field) => fault(field as Field))) return setAttempts(attempts + 1);
    const isDone = await saving.write(async () => {
      const { message } = await options.send(values);
      setBefore(values);
      showFlash({ kind: "notice", message, sticky: false });
    });
    if (!isDone) setAttempts(attempts + 1);
  };
  return {
    values,
    put: (changes: Partial<Values>) => setValues({ ...values, ...changes }),
    errorOf: (field: Field) => fault(field) ?? saving.fields[field],
    saving,
    form,
    save,
  };
}
