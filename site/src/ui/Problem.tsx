import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import type { Write } from "@seki/shared/writes";
import { Notice } from "./Notice";
import styles from "./Problem.module.css";

/**
 * Why what was just sent was refused. It stands beside the button that sent it, is read out, takes the focus and comes into sight, so
 * that nobody presses a button that seems dead. Each attempt draws it anew.
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

/** The error of a write, drawn again for each attempt. */
export function WriteProblem({ write: { problem, attempt } }: { write: Pick<Write, "problem" | "attempt"> }) {
  if (problem === null) return null;
  return (
    <Problem key={attempt}>
      <p>{problem}</p>
    </Problem>
  );
}
