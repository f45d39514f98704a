import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import Button from "@mui/material/Button";
import Portal from "@mui/material/Portal";
import Snackbar from "@mui/material/Snackbar";
import { useT } from "@/i18n/use-t";

const UNDO_MS = 5000;

/** Something destructive that can be taken back for five seconds. */
export interface Undoable {
  message: string;
  /** Takes it back: by the inverse call, or by showing again what was not sent yet. */
  undo: () => unknown;
  /** What is sent once it can no longer be taken back; nothing when it was done at once. */
  send?: () => unknown;
  /** What it is about: while it waits to be sent, lists leave it out. */
  subject?: string;
}

interface Undo {
  offer: (undoable: Undoable) => void;
  /** The subject of what is waiting to be sent. */
  waiting: string | null;
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
  const held = useRef<Undoable | null>(null);

  const replace = useCallback((next: Undoable | null) => {
    const before = held.current;
    held.current = next;
    setShown(next);
    return before;
  }, []);
  const end = useCallback(() => void replace(null)?.send?.(), [replace]);
  useEffect(() => {
    window.addEventListener("pagehide", end);
    return () => window.removeEventListener("pagehide", end);
  }, [end]);

  const value = useMemo<Undo>(
    () => ({
      offer: (undoable) => void replace(undoable)?.send?.(),
      waiting: shown?.send === undefined ? null : (shown.subject ?? null),
    }),
    [replace, shown],
  );
  return (
    <UndoContext.Provider value={value}>
      {children}
      {shown !== null && (
        <Portal>
          <Snackbar
            key={shown.message}
            open
            autoHideDuration={UNDO_MS}
            disableWindowBlurListener
            onClose={(_, reason) => {
              if (reason !== "clickaway") end();
            }}
            message={shown.message}
            action={
              <Button size="small" sx={{ color: "inherit" }} onClick={() => void replace(null)?.undo()}>
                {t("console.undo")}
              </Button>
            }
          />
        </Portal>
      )}
    </UndoContext.Provider>
  );
}
