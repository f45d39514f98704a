import { useEffect } from "react";
import type { RefObject } from "react";

/** Invalid fields, and the first control of invalid groups. */
const WRONG = "[aria-invalid=true]:enabled, [data-wrong=true] :is(button, [tabindex])";

/** Focuses a form's first invalid field after each attempt to send it. */
export function useFirstWrong(form: RefObject<HTMLElement | null>, attempts: number): void {
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [form, attempts]);
}
