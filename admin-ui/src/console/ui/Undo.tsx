import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import Button from "@mui/material/Button";
import Portal from "@mui/material/Portal";
import Snackbar from "@mui/material/Snackbar";
import { usePublishedHeight } from "@seki/shared/layout";
import { useT } from "@/console/i18n/use-t";

const UNDO_MS = 5000;

/** A destructive action that can be undone for five seconds. */
export interface Undoable {
  message: string;
  /** Undoes an action that was executed immediately, by the inverse call. */
  undo?: () => unknown;
  /** Reports that the undo cannot be sent now: another action on the same subject is in flight. The offer stays. */
  isBusy?: () => boolean;
  /** Identifies the offer if the action may turn out to have failed. */
  key?: string;
  /** One of several small steps. After it is undone, the steps before it are offered again. */
  isStep?: boolean;
  /** An action without an inverse. It is sent when it can no longer be undone. Until then lists hide its subjects. */
  later?: { subjects: readonly string[]; send: () => Promise<unknown> };
}

interface Undo {
  offer: (undoable: Undoable) => void;
  /** Ends the current offer, because the next action has begun. */
  end: () => void;
  /** Withdraws the offer of an action that has failed. Other offers stay. */
  withdraw: (key: string) => void;
  /** Sets the element that shows the offer; null for the foot of the page. */
  setArea: (area: HTMLElement | null) => void;
  /** The subjects of actions that are not sent yet, or in flight. */
  away: ReadonlySet<string>;
}

const UndoContext = createContext<Undo | null>(null);

export function useUndo(): Undo {
  const undo = useContext(UndoContext);
  if (undo === null) throw new Error("useUndo requires an UndoProvider");
  return undo;
}

/**
 * Shows the only current offer on all pages, and keeps it while it is hovered or has the focus. The next offer, or
 * leaving the document, ends it. Steps are a stack: the last one is offered, and after it the one before.
 */
export function UndoProvider({ children }: { children: ReactNode }) {
  const t = useT();
  const [shown, setShown] = useState<Undoable | null>(null);
  const [count, setCount] = useState(0);
  const [area, setArea] = useState<HTMLElement | null>(null);
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const held = useRef<readonly Undoable[]>([]);

  const show = useCallback((next: Undoable | null) => {
    setShown(next);
    setCount((number) => number + 1);
  }, []);
  const showAgain = useCallback(
    (subjects: readonly string[]) => setAway((hidden) => new Set([...hidden].filter((one) => !subjects.includes(one)))),
    [],
  );
  const finish = useCallback(
    (ended: readonly Undoable[]) => {
      for (const { later } of ended) if (later) void later.send().finally(() => showAgain(later.subjects));
    },
    [showAgain],
  );
  const end = useCallback(() => {
    const ended = held.current;
    held.current = [];
    show(null);
    finish(ended);
  }, [finish, show]);
  const withdraw = useCallback(
    (key: string) => {
      const before = held.current;
      const rest = before.filter((offered) => offered.key !== key);
      if (rest.length === before.length) return;
      held.current = rest;
      if (rest.at(-1) !== before.at(-1)) show(rest.at(-1) ?? null);
    },
    [show],
  );
  const takeBack = async () => {
    const undoable = held.current.at(-1);
    if (undoable?.isBusy?.() === true) return;
    const before = held.current.slice(0, -1);
    held.current = before;
    show(null);
    if (undoable?.later) showAgain(undoable.later.subjects);
    const isDone = (await undoable?.undo?.()) !== false;
    // Another action may have been offered, or all ended, meanwhile.
    if (held.current !== before) return;
    if (isDone) show(before.at(-1) ?? null);
    else end();
  };
  useEffect(() => {
    window.addEventListener("pagehide", end);
    return () => window.removeEventListener("pagehide", end);
  }, [end]);

  // The page reserves the space at its foot, so that the offer covers no control.
  const bar = usePublishedHeight("--undo-bar");
  const value = useMemo<Undo>(
    () => ({
      offer: (undoable) => {
        const { later } = undoable;
        if (later) setAway((subjects) => new Set([...subjects, ...later.subjects]));
        const isOnTop = undoable.isStep === true && held.current.every(({ isStep }) => isStep === true);
        const ended = isOnTop ? [] : held.current;
        held.current = isOnTop ? [...held.current, undoable] : [undoable];
        show(undoable);
        finish(ended);
      },
      end,
      withdraw,
      setArea,
      away,
    }),
    [away, end, finish, show, withdraw],
  );
  const container = area !== null && isReachable(area) ? area : null;
  return (
    <UndoContext.Provider value={value}>
      {children}
      {shown !== null && (
        <Portal container={container}>
          <Snackbar
            key={count}
            ref={container === null ? bar : undefined}
            open
            autoHideDuration={UNDO_MS}
            disableWindowBlurListener
            sx={container === null ? atFoot : overArea}
            slotProps={{ content: { sx: container === null ? {} : areaContent } }}
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

/** Above the connection bar at the foot of the page. The gaps belong to the measured height, and let clicks through. */
const atFoot = {
  bottom: { xs: "var(--connection-bar, 0px)", sm: "var(--connection-bar, 0px)" },
  pt: 1,
  pb: { xs: 1, sm: 3 },
  pointerEvents: "none",
  "& > *": { pointerEvents: "auto" },
} as const;

/** Over the whole area, whose size stays. */
const overArea = { position: "absolute", inset: { xs: 0, sm: 0 }, zIndex: 1 } as const;

/** One line that fills the area; the button is always in it. */
const areaContent = {
  flexGrow: { xs: 1, sm: 1 },
  flexWrap: "nowrap",
  minWidth: { xs: 0, sm: 0 },
  height: "100%",
  py: 0,
  boxShadow: 0,
  "& .MuiSnackbarContent-message": { minWidth: 0, py: 0, overflow: "hidden", lineHeight: 1.4 },
  "& .MuiButton-root": { minHeight: 40, whiteSpace: "nowrap" },
} as const;

/** Reports whether no pane or dialog covers the area. */
function isReachable(area: HTMLElement): boolean {
  return area.closest("[inert], [aria-hidden=true]") === null;
}
