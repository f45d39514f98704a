import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import DialogActions from "@mui/material/DialogActions";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { Theme } from "@mui/material/styles";
import CloseIcon from "@mui/icons-material/Close";
import { randomUuid } from "@seki/shared/ids";
import { useShell } from "@/owner/api";
import { formatDate } from "@seki/shared/civil-time";
import { Dialog, useDialogGuard } from "@/console/ui";
import { useT } from "@/owner/i18n/use-t";
import type { Translate } from "@/owner/i18n/use-t";
import { BookingForm } from "./BookingForm";
import { CustomerChosen } from "./CustomerChosen";
import { CustomerSearch } from "./CustomerSearch";
import { NewCustomerForm } from "./NewCustomerForm";
import { PacingNote } from "./PacingNote";
import { OverstayWarning } from "./OverstayWarning";
import { SeatFinder } from "./seats/SeatFinder";
import type { Wanted } from "./seats/wanted";
import { freshDraft, reseated, usualKind, visitOf } from "./model";
import type { ChosenCustomer } from "../bookings/chosen-customer";
import type { Calendar, Draft, Search, Selection, UnseatedParty } from "./model";

interface Props {
  open: boolean;
  onClose: () => void;
  /** Called after something was saved. The calendar must be read again. */
  onDone: () => void;
  calendar: Calendar;
  /** The chosen cells; null if the dialog starts with the search for seats. */
  selection: Selection | null;
  /** The guest, if known before the dialog opens. */
  guest?: ChosenCustomer | undefined;
  /** First input of the search for seats. */
  asked?: string;
  /** Content above the search for seats, which names the guest. The search then takes no other one. */
  children?: ReactNode;
  /** Another day is loading: the seats of this day cannot be chosen. */
  isWaiting?: boolean;
  /** Called instead of a booking with a party without seats at its time, for the waiting list. */
  onWait?: (party: UnseatedParty) => void;
  /** Called to continue on another day that was typed. */
  onDay?: (date: string, request: { asked: string; guest: ChosenCustomer | undefined }) => void;
}

/**
 * Creates a booking or sends an invitation for the chosen cells: first the guest, then the rest (owner §2). Other seats
 * can be chosen at every step; the guest and the notes stay.
 */
export function ReservationDialog(props: Props) {
  const { open, onClose, onDone, calendar, guest, children, isWaiting = false, onWait, onDay } = props;
  const t = useT();
  const { wanted, setWanted, selection, isFinding, draft, setDraft, find, back, choose, mayGoBack, place, named } =
    useSeats(props);
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  const { close, leave, touch } = useDialogGuard(onClose, open);
  const [step, setStep] = useState<Step>(guest ? { at: "chosen", customer: guest } : { at: "search" });
  const steps = { calendar, named, draft, step, setStep, onDraft: setDraft, onClose, onDone, onTouch: touch };
  // Only the form of a new guest has input that would be lost.
  const leaveForm = (onLeave: () => void) => (step.at === "new" ? leave(onLeave) : onLeave());
  const wait = ({ guests, time }: Wanted, typed: string) => {
    const party = { guests, time, typed: typed || named.text, guest: guestOf(step), memo: draft?.memo ?? "" };
    leaveForm(() => onWait?.(party));
  };
  const goToDay = (date: string, typed: string) =>
    leave(() => onDay?.(date, { asked: typed, guest: guestOf(step) ?? undefined }));
  const isGuestFixed = children !== undefined;
  const pick = (customer: ChosenCustomer | null) => {
    if (customer) setDraft(draft && { ...draft, kind: usualKind(customer) });
    setStep(customer ? { at: "chosen", customer } : { at: "search" });
  };
  const search = useRef<HTMLDivElement>(null);
  const removeGuest = () => {
    pick(null);
    // The focused chip is gone.
    search.current?.querySelector<HTMLElement>("[role=combobox]")?.focus();
  };
  const take = (seats: Selection, typed: string) => {
    // A guest that was typed last replaces the chosen one.
    if (!isGuestFixed && typed !== "" && guestOf(step)) setStep({ at: "search" });
    choose(seats, isGuestFixed ? "" : typed);
  };
  return (
    <Dialog
      open={open}
      shown={isFinding ? "seats" : step.at}
      onClose={close}
      fullWidth
      maxWidth="sm"
      fullScreen={narrow}
      aria-labelledby="reservation-dialog-title"
    >
      <Title onClose={close} />
      {isFinding && children}
      {isFinding && (
        <Box ref={search} inert={isWaiting} sx={{ display: "contents" }}>
          {!isGuestFixed && <GuestChip guest={guestOf(step)} onRemove={removeGuest} />}
          <SeatFinder
            calendar={calendar}
            typed={wanted}
            onType={setWanted}
            onChoose={take}
            onWait={onWait && wait}
            onGuest={isGuestFixed ? undefined : (customer) => leaveForm(() => pick(customer))}
            onDay={onDay && goToDay}
          />
          {mayGoBack && (
            <DialogActions>
              <Button onClick={back}>{t("console.back")}</Button>
            </DialogActions>
          )}
        </Box>
      )}
      {selection !== null && (
        <Box ref={place} sx={{ display: isFinding ? "none" : "contents" }}>
          <SelectionSummary calendar={calendar} selection={selection} draft={draft} onOther={find} />
          <Steps {...steps} selection={selection} />
        </Box>
      )}
    </Dialog>
  );
}

function Title({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
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
  );
}

/** The input of the search for the guest. */
interface Named {
  text: string;
  /** Whether it was typed with the seats. Then a single result is chosen without a further key. */
  isFromSeats: boolean;
}

/** Holds the chosen seats, the search for others and for the guest, and the draft of their booking. */
function useSeats({ calendar, selection: cells, asked }: Props) {
  const t = useT();
  const [wanted, setWanted] = useState(asked ?? "");
  const [selection, setSelection] = useState(cells);
  const [chosenOn, setChosenOn] = useState(calendar.date);
  const [isFinding, setFinding] = useState(cells === null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [named, setNamed] = useState<Named>({ text: "", isFromSeats: false });
  const place = useRef<HTMLDivElement>(null);
  const find = () => {
    if (selection !== null) setWanted(searchText(draft ?? visitOf(calendar, selection), t));
    setFinding(true);
  };
  const back = () => setFinding(false);
  const wasFinding = useRef(isFinding);
  useEffect(() => {
    // The focused element is gone. The focus moves to the first field of the step.
    if (wasFinding.current && !isFinding) place.current?.querySelector<HTMLElement>(FIRST)?.focus();
    wasFinding.current = isFinding;
  }, [isFinding]);
  const choose = (next: Selection, text: string) => {
    setSelection(next);
    if (text !== "") setNamed({ text, isFromSeats: true });
    setChosenOn(calendar.date);
    setDraft(draft && reseated(draft, calendar, next));
    back();
  };
  // Seats that were chosen on one day must not be booked on another.
  const mayGoBack = selection !== null && chosenOn === calendar.date;
  const search = { ...named, onType: (text: string) => setNamed({ text, isFromSeats: false }) };
  return {
    wanted,
    setWanted,
    selection,
    isFinding,
    draft,
    setDraft,
    find,
    back,
    choose,
    mayGoBack,
    place,
    named: search,
  };
}

/** Selector of the focus target: the guest search, the first missing field, or the main button. */
const FIRST = "[role=combobox], select:invalid, .MuiDialogActions-root .MuiButton-contained";

/** Returns the search input for a draft, in the form in which staff would type it. */
function searchText({ guests, startTime }: Pick<Draft, "guests" | "startTime">, t: Translate): string {
  return `${t("console.guests", { count: Math.max(guests, 1) })} ${startTime}`;
}

/** Shows the chosen guest above the search for seats. */
function GuestChip({ guest, onRemove }: { guest: ChosenCustomer | null; onRemove: () => void }) {
  const t = useT();
  if (!guest) return null;
  const name = guest.name || t("reservation_dialog.nameless");
  return (
    <Box sx={{ px: 3, pt: 1 }}>
      <Chip
        label={t("seat_finder.for_guest", { name })}
        onDelete={onRemove}
        deleteIcon={<CloseIcon titleAccess={t("seat_finder.other_guest")} />}
      />
    </Box>
  );
}

interface SelectionSummaryProps {
  calendar: Calendar;
  selection: Selection;
  /** The input of the booking form, whose time and party size are shown. */
  draft: Draft | null;
  onOther: () => void;
}

function SelectionSummary({ calendar, selection, draft, onOther }: SelectionSummaryProps) {
  const t = useT();
  const { locale } = useShell();
  const { group, items, column } = selection;
  const first = visitOf(calendar, selection).startTime;
  const startTime = draft?.startTime ?? first;
  const guests = draft?.guests || selection.guests;
  return (
    <>
      <Stack direction="row" sx={{ px: 3, pb: 1, gap: 1, flexWrap: "wrap", alignItems: "center" }}>
        <Typography>{formatDate(calendar.date, locale)}</Typography>
        <Typography>{startTime}</Typography>
        <Typography>{group.title}</Typography>
        {items.map((item) => (
          <Chip key={item.uid} size="small" label={item.label} />
        ))}
        {guests !== undefined && <Typography>{t("console.guests", { count: guests })}</Typography>}
        <Button size="small" onClick={onOther}>
          {t("seat_finder.other")}
        </Button>
      </Stack>
      {startTime === first && first !== column.from && (
        <Box sx={{ px: 3, pb: 1 }}>
          <Alert severity="info">{t("reservation_dialog.outside_hours", { time: column.from, next: first })}</Alert>
        </Box>
      )}
    </>
  );
}

type Step =
  | { at: "search" }
  | { at: "new"; from: Search }
  | { at: "chosen"; customer: ChosenCustomer }
  | { at: "booking"; customer: ChosenCustomer };

function guestOf(step: Step): ChosenCustomer | null {
  return "customer" in step ? step.customer : null;
}

interface StepsProps {
  calendar: Calendar;
  selection: Selection;
  step: Step;
  setStep: (step: Step) => void;
  named: Named & { onType: (text: string) => void };
  /** Input of the booking form; null until the form is first opened. */
  draft: Draft | null;
  onDraft: (draft: Draft | null) => void;
  onClose: () => void;
  onDone: () => void;
  /** Called after input that a repeated search would not restore. */
  onTouch: () => void;
}

function Steps(props: StepsProps) {
  const { calendar, selection, step } = props;
  return (
    <>
      {/* The booking form shows these notes itself, based on its input. */}
      {step.at !== "booking" && (
        <Box sx={{ px: 3, pb: 1, display: "grid", gap: 1, "&:empty": { p: 0 } }}>
          <OverstayWarning selection={selection} startTime={selection.column.from} />
          <PacingNote calendar={calendar} visit={visitOf(calendar, selection)} />
        </Box>
      )}
      <CurrentStep {...props} />
    </>
  );
}

function CurrentStep({
  calendar,
  selection,
  named,
  draft,
  onDraft,
  onClose,
  onDone,
  onTouch,
  step,
  setStep,
}: StepsProps) {
  // One dialog saves one booking, with any seats and guest.
  const [requestKey] = useState(randomUuid);
  const choose = (customer: ChosenCustomer) => {
    onDraft(draft && { ...draft, kind: usualKind(customer) });
    setStep({ at: "chosen", customer });
  };
  const search = () => {
    // A user who comes back searches for another guest.
    named.onType(named.text);
    setStep({ at: "search" });
  };
  switch (step.at) {
    case "search":
      return (
        <CustomerSearch
          typed={named.text}
          takesSingle={named.isFromSeats}
          onType={named.onType}
          onChoose={choose}
          onNew={(from) => setStep({ at: "new", from })}
        />
      );
    case "new":
      return <NewCustomerForm from={step.from} onBack={search} onChoose={choose} onTouch={onTouch} />;
    case "chosen":
      return (
        <CustomerChosen
          calendar={calendar}
          customer={step.customer}
          onBack={search}
          onNext={() => {
            onDraft(draft ?? freshDraft(calendar, selection, usualKind(step.customer)));
            setStep({ at: "booking", customer: step.customer });
          }}
        />
      );
    case "booking":
      return (
        draft && (
          <BookingForm
            calendar={calendar}
            selection={selection}
            customer={step.customer}
            draft={draft}
            requestKey={requestKey}
            onChange={onDraft}
            onBack={() => setStep({ at: "chosen", customer: step.customer })}
            onTouch={onTouch}
            onSaved={() => {
              onDone();
              onClose();
            }}
          />
        )
      );
  }
}
