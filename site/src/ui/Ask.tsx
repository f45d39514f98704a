import { createContext, useCallback, useContext, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

interface Question {
  title: string;
  body?: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  danger?: boolean;
}

interface Asking {
  showAlert: (title: string, body?: ReactNode) => Promise<void>;
  ask: (question: Question) => Promise<boolean>;
}

type Pending = Question & { kind: "alert" | "ask"; answer: (yes: boolean) => void };

const AskContext = createContext<Asking | null>(null);

/** Provides alerts and confirmations as asynchronous calls, drawn by the page instead of the browser. */
export function AskProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [queue, setQueue] = useState<Pending[]>([]);
  const current = queue[0];

  const push = useCallback(
    (kind: Pending["kind"], question: Question) =>
      new Promise<boolean>((answer) => setQueue((waiting) => [...waiting, { ...question, kind, answer }])),
    [],
  );
  const asking = useMemo<Asking>(
    () => ({
      showAlert: async (title, body) => void (await push("alert", { title, body })),
      ask: (question) => push("ask", question),
    }),
    [push],
  );
  const settle = (yes: boolean) => {
    current?.answer(yes);
    setQueue((waiting) => waiting.slice(1));
  };

  return (
    <AskContext value={asking}>
      {children}
      <Dialog
        role="alertdialog"
        title={current?.title ?? t("common.confirm")}
        open={current !== undefined}
        shown={current}
        onClose={() => settle(false)}
        actions={
          current?.kind === "ask" ? (
            <>
              <Button onClick={() => settle(false)}>{current.cancelLabel ?? t("common.back")}</Button>
              <Button kind={current.danger ? "accent" : "primary"} onClick={() => settle(true)}>
                {current.confirmLabel ?? t("common.ok")}
              </Button>
            </>
          ) : (
            <Button kind="primary" onClick={() => settle(true)}>
              {t("common.ok")}
            </Button>
          )
        }
      >
        {current?.body}
      </Dialog>
    </AskContext>
  );
}

export function useAsk(): Asking {
  const asking = useContext(AskContext);
  if (asking === null) throw new Error("AskProvider is missing");
  return asking;
}
