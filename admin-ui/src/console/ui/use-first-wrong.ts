import { useEffect } from "react";
import type { RefObject } from "react";

/** The fillable parts of an invalid field; a custom select hides the native one next to it. */
const WRONG = '[aria-invalid="true"]:not(:disabled, [aria-hidden="true"])';

/** Scrolls to and focuses a form's first invalid field after each attempt to send it. */
export function useFirstWrong(around: RefObject<HTMLElement | null>, attempts: number): void {
  useEffect(() => {
    if (attempts === 0) return;
    const field = around.current?.querySelector<HTMLElement>(WRONG);
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  }, [around, attempts]);
}
