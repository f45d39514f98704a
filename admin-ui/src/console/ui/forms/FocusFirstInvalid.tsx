import { useEffect, useRef } from "react";
import { useFormState } from "react-hook-form";
import { useFocusFirstInvalid } from "../use-focus-first-invalid";

/** Inside a form: focuses its first invalid field after each attempt to send it. */
export function FocusFirstInvalid() {
  const { submitCount } = useFormState();
  const mark = useRef<HTMLSpanElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current = mark.current?.closest("form") ?? null;
  }, []);
  useFocusFirstInvalid(form, submitCount);
  return <span ref={mark} hidden />;
}
