import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import type { Write } from "@seki/shared/writes";
import { Notice } from "./Notice";
import styles from "./Problem.module.css";

/**
 * The reason why the last write was rejected. It is shown next to its button, announced to screen readers, focused and
 * scrolled into view, so the button does not seem dead. Each attempt remounts it.
 */
export function Problem({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.problem}>
      <Notice kind="alert">{children}</Notice>
    </div>
  );
}

/** The error of a write, remounted for each attempt. */
export function WriteProblem({ write: { problem, attempt } }: { write: Pick<Write, "problem" | "attempt"> }) {
  if (problem === null) return null;
  return (
    <Problem key={attempt}>
      <p>{problem}</p>
    </Problem>
  );
}
