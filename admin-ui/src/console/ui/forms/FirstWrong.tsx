import { useEffect, useRef } from "react";
import { useFormState } from "react-hook-form";
import { useFirstWrong } from "../use-first-wrong";

/** Inside a form: focuses its first invalid field after each attempt to send it. */
export function FirstWrong() {
  const { submitCount } = useFormState();
  const mark = useRef<HTMLSpanElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current = mark.current?.closest("form") ?? null;
  }, []);
  useFirstWrong(form, submitCount);
  return <span ref={mark} hidden />;
}
