import { useEffect } from "react";
import type { RefObject } from "react";

/** The parts of a field that a person fills in; beside a list of choices the browser's own stays hidden. */
const WRONG = '[aria-invalid="true"]:not(:disabled, [aria-hidden="true"])';

/** After each attempt to send a form, its first field that is wrong comes into view and gets the focus. */
export function useFirstWrong(around: RefObject<HTMLElement | null>, attempts: number): void {
  useEffect(() => {
    if (attempts === 0) return;
    const field = around.current?.querySelector<HTMLElement>(WRONG);
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  }, [around, attempts]);
}
