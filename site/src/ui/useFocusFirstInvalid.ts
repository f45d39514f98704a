import { useEffect } from "react";
import type { RefObject } from "react";

/** Invalid fields, and the first control of invalid groups. */
const INVALID = "[aria-invalid=true]:enabled, [data-wrong=true] :is(button, [tabindex])";

/** Focuses a form's first invalid field after each attempt to send it. */
export function useFocusFirstInvalid(form: RefObject<HTMLElement | null>, attempts: number): void {
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [form, attempts]);
}
