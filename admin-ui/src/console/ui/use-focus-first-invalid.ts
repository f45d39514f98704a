import { useEffect } from "react";
import type { RefObject } from "react";

/** The fillable parts of an invalid field; a custom select hides the native one next to it. */
const INVALID = '[aria-invalid="true"]:not(:disabled, [aria-hidden="true"])';

/** Scrolls to and focuses a form's first invalid field after each attempt to send it. */
export function useFocusFirstInvalid(around: RefObject<HTMLElement | null>, attempts: number): void {
  useEffect(() => {
    if (attempts === 0) return;
    const field = around.current?.querySelector<HTMLElement>(INVALID);
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  }, [around, attempts]);
}
