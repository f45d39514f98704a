import { createContext, useCallback, useContext, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { useT } from "@/console/i18n/use-t";
import { Dialog } from "./Dialog";

interface Question {
  title: string;
  text?: ReactNode;
  /** Label of the confirming button; OK by default. */
  agree?: string;
  danger?: boolean;
}

type Ask = (question: Question) => Promise<boolean>;

const AskContext = createContext<Ask | null>(null);

/** Returns a function that asks for confirmation of an irreversible action: `if (await ask({ title })) …`. */
export function useAsk(): Ask {
  const ask = useContext(AskContext);
  if (ask === null) throw new Error("useAsk requires an AskProvider");
  return ask;
}

export function AskProvider({ children }: { children: ReactNode }) {
  const t = useT();
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const answer = useRef<(agreed: boolean) => void>(() => undefined);
  const ask = useCallback<Ask>(
    (next) =>
      new Promise((resolve) => {
        answer.current = resolve;
        setQuestion(next);
        setOpen(true);
      }),
    [],
  );
  const decide = (agreed: boolean) => {
    setOpen(false);
    answer.current(agreed);
  };
  const value = useMemo(() => ask, [ask]);
  return (
    <AskContext.Provider value={value}>
      {children}
      <Dialog
        open={open}
        shown={question}
        onClose={() => decide(false)}
        role="alertdialog"
        aria-labelledby="ask-title"
        aria-describedby="ask-text"
        maxWidth="xs"
        fullWidth
      >
        <DialogTitle id="ask-title">{question?.title}</DialogTitle>
        {question?.text !== undefined && (
          <DialogContent>
            <DialogContentText id="ask-text" component="div" color="text.primary">
              {question.text}
            </DialogContentText>
          </DialogContent>
        )}
        <DialogActions>
          <Button onClick={() => decide(false)}>{t("console.cancel")}</Button>
          <Button variant="contained" color={question?.danger ? "secondary" : "primary"} onClick={() => decide(true)}>
            {question?.agree ?? t("console.ok")}
          </Button>
        </DialogActions>
      </Dialog>
    </AskContext.Provider>
  );
}
