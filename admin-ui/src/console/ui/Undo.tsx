import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import Button from "@mui/material/Button";
import Portal from "@mui/material/Portal";
import Snackbar from "@mui/material/Snackbar";
import { useT } from "@/console/i18n/use-t";

const UNDO_MS = 5000;

/** Something destructive that can be taken back for five seconds. */
export interface Undoable {
  message: string;
  /** Takes back what was done at once: the inverse call. */
  undo?: () => unknown;
  /** What has no inverse, and is sent only when it can no longer be taken back. Until then lists leave its subject out. */
  later?: { subject: string; send: () => Promise<unknown> };
}

interface Undo {
  offer: (undoable: Undoable) => void;
  /** The subjects of what is not sent yet, or on its way. */
  away: ReadonlySet<string>;
}

const UndoContext = createContext<Undo | null>(null);

export function useUndo(): Undo {
  const undo = useContext(UndoContext);
  if (undo === null) throw new Error("useUndo needs an UndoProvider");
  return undo;
}

/**
 * Keeps the one offer there is, wherever one goes meanwhile, and as long as it is pointed at or has the focus. The next one,
 * or leaving the document, ends it.
 */
export function UndoProvider({ children }: { children: ReactNode }) {
  const t = useT();
  const [shown, setShown] = useState<Undoable | null>(null);
  const [count, setCount] = useState(0);
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const held = useRef<Undoable | null>(null);

  const replace = useCallback((next: Undoable | null) => {
    const before = held.current;
    held.current = next;
    setShown(next);
    setCount((number) => number + 1);
    return before;
  }, []);
  const comeBack = useCallback(
    (subject: string) => setAway((subjects) => new Set([...subjects].filter((other) => other !== subject))),
    [],
  );
  const finish = useCallback(
    (undoable: Undoable | null) => {
      if (!undoable?.later) return;
      const { subject, send } = undoable.later;
      void send().finally(() => comeBack(subject));
    },
    [comeBack],
  );
  const end = useCallback(() => finish(replace(null)), [finish, replace]);
  const takeBack = () => {
    const undoable = replace(null);
    if (undoable?.later) comeBack(undoable.later.subject);
    void undoable?.undo?.();
  };
  useEffect(() => {
    window.addEventListener("pagehide", end);
    return () => window.removeEventListener("pagehide", end);
  }, [end]);

  const value = useMemo<Undo>(
    () => ({
      offer: (undoable) => {
        const { later } = undoable;
        if (later) setAway((subjects) => new Set([...subjects, later.subject]));
        finish(replace(undoable));
      },
      away,
    }),
    [away, finish, replace],
  );
  return (
    <UndoContext.Provider value={value}>
      {children}
      {shown !== null && (
        <Portal>
          <Snackbar
            key={count}
            open
            autoHideDuration={UNDO_MS}
            disableWindowBlurListener
            onClose={(_, reason) => {
              if (reason !== "clickaway") end();
            }}
            message={shown.message}
            action={
              <Button size="small" sx={{ color: "inherit" }} onClick={takeBack}>
                {t("console.undo")}
              </Button>
            }
          />
        </Portal>
      )}
    </UndoContext.Provider>
  );
}
