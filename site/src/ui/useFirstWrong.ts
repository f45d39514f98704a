import { useEffect } from "react";
import type { RefObject } from "react";

/** Fields, and groups that are wrong as a whole: there the first thing to do. */
const WRONG = "[aria-invalid=true]:enabled, [data-wrong=true] :is(button, [tabindex])";

/** After each attempt to send a form, its first field that is wrong gets the focus. */
export function useFirstWrong(form: RefObject<HTMLElement | null>, attempts: number): void {
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [form, attempts]);
}
