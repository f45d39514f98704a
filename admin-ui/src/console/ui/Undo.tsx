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
  /** One of several small acts: those that were offered before it, one upon the other, are offered again once it is taken back. */
  isStep?: boolean;
  /** What has no inverse, and is sent only when it can no longer be taken back. Until then lists leave its subject out. */
  later?: { subject: string; send: () => Promise<unknown> };
}

interface Undo {
  offer: (undoable: Undoable) => void;
  /** Ends the offer there is: the next act has begun, and what is taken back from now on is that one. */
  end: () => void;
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
 * or leaving the document, ends it. Steps lie upon each other: the last is offered, and after it the one before.
 */
export function UndoProvider({ children }: { children: ReactNode }) {
  const t = useT();
  const [shown, setShown] = useState<Undoable | null>(null);
  const [count, setCount] = useState(0);
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const held = useRef<readonly Undoable[]>([]);

  const show = useCallback((next: Undoable | null) => {
    setShown(next);
    setCount((number) => number + 1);
  }, []);
  const comeBack = useCallback(
    (subject: string) => setAway((subjects) => new Set([...subjects].filter((other) => other !== subject))),
    [],
  );
  const finish = useCallback(
    (ended: readonly Undoable[]) => {
      for (const { later } of ended) if (later) void later.send().finally(() => comeBack(later.subject));
    },
    [comeBack],
  );
  const end = useCallback(() => {
    const ended = held.current;
    held.current = [];
    show(null);
    finish(ended);
  }, [finish, show]);
  const takeBack = async () => {
    const undoable = held.current.at(-1);
    const before = held.current.slice(0, -1);
    held.current = before;
    show(null);
    if (undoable?.later) comeBack(undoable.later.subject);
    const isDone = (await undoable?.undo?.()) !== false;
    // Another act may have been offered, or all ended, meanwhile.
    if (held.current !== before) return;
    if (isDone) show(before.at(-1) ?? null);
    else end();
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
        const isOnTop = undoable.isStep === true && held.current.every(({ isStep }) => isStep === true);
        const ended = isOnTop ? [] : held.current;
        held.current = isOnTop ? [...held.current, undoable] : [undoable];
        show(undoable);
        finish(ended);
      },
      end,
      away,
    }),
    [away, end, finish, show],
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
            // Above what the page says of its line at its foot.
            sx={{ bottom: { xs: "calc(8px + var(--line-bar, 0px))", sm: "calc(24px + var(--line-bar, 0px))" } }}
            onClose={(_, reason) => {
              if (reason !== "clickaway") end();
            }}
            message={shown.message}
            action={
              <Button size="small" sx={{ color: "inherit" }} onClick={() => void takeBack()}>
                {t("console.undo")}
              </Button>
            }
          />
        </Portal>
      )}
    </UndoContext.Provider>
  );
}
