import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { Theme } from "@mui/material/styles";
import CloseIcon from "@mui/icons-material/Close";
import { useShell } from "@/owner/api";
import { formatDate } from "@seki/shared/civil-time";
import { useDialogGuard } from "@/console/ui";
import { useT } from "@/owner/i18n/use-t";
import type { Translate } from "@/owner/i18n/use-t";
import { BookingForm } from "./BookingForm";
import { CustomerChosen } from "./CustomerChosen";
import { CustomerSearch } from "./CustomerSearch";
import { NewCustomerForm } from "./NewCustomerForm";
import { PaceNote } from "./PaceNote";
import { StillSits } from "./StillSits";
import { SeatFinder } from "./seats/SeatFinder";
import { freshDraft, reseated, usualKind, visitOf } from "./model";
import type { Calendar, ChosenCustomer, Draft, Search, Selection } from "./model";

interface Props {
  open: boolean;
  onClose: () => void;
  /** Something was written down: the calendar is to be read again. */
  onDone: () => void;
  calendar: Calendar;
  /** The chosen cells; null where the seats are looked for first. */
  selection: Selection | null;
  /** Who comes, where that is known before the dialog opens. */
  guest?: ChosenCustomer;
  /** What is looked for at first. */
  asked?: string;
  /** Above the search for seats. */
  children?: ReactNode;
  /** Another day is on its way: the seats of this one are not to be chosen. */
  isWaiting?: boolean;
}

/** Writes a booking down, or sends an invitation, for the chosen cells: who, then the rest (owner §2). */
export function ReservationDialog({ open, onClose, onDone, calendar, selection }: Props) {
  const t = useT();
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  return (
    <Dialog
      open={open && selection !== null}
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      fullScreen={narrow}
      aria-labelledby="reservation-dialog-title"
    >
      <DialogTitle
        id="reservation-dialog-title"
        component="h2"
        sx={{ display: "flex", alignItems: "center", justifyContent: "space-between", gap: 1, pb: 1 }}
      >
        {t("reservation_dialog.title")}
        <IconButton aria-label={t("console.close")} onClick={onClose} edge="end">
          <CloseIcon />
        </IconButton>
      </DialogTitle>
      {selection && (
        <>
          <Where calendar={calendar} selection={selection} />
          <Steps key={keyOf(selection)} calendar={calendar} selection={selection} onClose={onClose} onDone={onDone} />
        </>
      )}
    </Dialog>
  );
}

/** Other cells start the dialog anew. */
function keyOf({ group, items, column }: Selection): string {
  return [group.uid, column.key, ...items.map(({ uid }) => uid)].join(" ");
}

function Where({ calendar, selection }: { calendar: Calendar; selection: Selection }) {
  const { locale } = useShell();
  const { group, items, column, guests } = selection;
  return (
    <Stack direction="row" sx={{ px: 3, pb: 1, gap: 1, flexWrap: "wrap", alignItems: "center" }}>
      <Typography>{formatDate(calendar.date, locale)}</Typography>
      <Typography>{column.from}</Typography>
      <Typography>{group.title}</Typography>
      {items.map((item) => (
        <Chip key={item.uid} size="small" label={item.label} />
      ))}
    </Stack>
  );
}

type Step =
  | { at: "search" }
  | { at: "new"; from: Search }
  | { at: "chosen"; customer: ChosenCustomer }
  | { at: "booking"; customer: ChosenCustomer };

interface StepsProps {
  calendar: Calendar;
  selection: Selection;
  onClose: () => void;
  onDone: () => void;
}

function Steps({ calendar, selection, onClose, onDone }: StepsProps) {
  const [step, setStep] = useState<Step>({ at: "search" });
  const [typed, setTyped] = useState("");
  const choose = (customer: ChosenCustomer) => setStep({ at: "chosen", customer });
  const search = () => setStep({ at: "search" });
  switch (step.at) {
    case "search":
      return (
        <CustomerSearch
          typed={typed}
          onType={setTyped}
          onChoose={choose}
          onNew={(from) => setStep({ at: "new", from })}
        />
      );
    case "new":
      return <NewCustomerForm from={step.from} onBack={search} onChoose={choose} />;
    case "chosen":
      return (
        <CustomerChosen
          calendar={calendar}
          customer={step.customer}
          onBack={search}
          onNext={() => setStep({ at: "booking", customer: step.customer })}
        />
      );
    case "booking":
      return (
        <BookingForm
          calendar={calendar}
          selection={selection}
          customer={step.customer}
          onBack={() => choose(step.customer)}
          onSaved={() => {
            onDone();
            onClose();
          }}
        />
      );
  }
}
