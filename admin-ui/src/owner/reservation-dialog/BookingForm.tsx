import { useState } from "react";
import type { FormEvent, KeyboardEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import FormControlLabel from "@mui/material/FormControlLabel";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { isComposing } from "@seki/shared/keyboard";
import { UserFacingError } from "@seki/shared/writes";
import { send, serverNow, showFlash, timeLimit, useSession } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { focusOnMount, useWrite } from "@/console/ui";
import { guestNotes } from "../customers/notes/guest-notes";
import { BlacklistNote } from "../phone";
import { coursePriceText } from "../reservation-detail/course-price";
import { useUnusualDay } from "../unusual-day";
import { GuestNotes } from "./GuestNotes";
import { PacingNote } from "./PacingNote";
import { SameDay } from "./SameDay";
import { OverstayWarning } from "./OverstayWarning";
import type { ChosenCustomer } from "../bookings/chosen-customer";
import type { Calendar, Draft, Kind, Selection } from "./model";
import {
  canBeInvited,
  coursesOf,
  createBody,
  endChoices,
  guestOptions,
  isWhole,
  offersDeadline,
  startChoices,
  wallClock,
  withGuests,
  withOperation,
  withStart,
} from "./model";

interface Props {
  calendar: Calendar;
  selection: Selection;
  customer: ChosenCustomer;
  draft: Draft;
  /** Idempotency key of the dialog: after a lost response a retry saves nothing twice. */
  requestKey: string;
  onChange: (draft: Draft) => void;
  onBack: () => void;
  onTouch: () => void;
  onSaved: () => void;
}

/** The third step: time, party size and course. It saves the booking or sends the invitation. */
export function BookingForm(props: Props) {
  const { calendar, selection, customer, draft, requestKey, onChange, onBack, onTouch, onSaved } = props;
  const t = useT();
  const { restaurant } = useSession();
  const invitable = canBeInvited(customer.type);
  const queries = useQueryClient();
  const { busy, problem, write } = useWrite();
  // An error concerns the input that was sent. It disappears with the next change, and with other seats.
  const [sentDraft, setSentDraft] = useState<Draft | null>(null);
  const confirming = useUnusualDay();
  // The field that needs input first. If none does, the focus is on the button.
  const [missing] = useState<"guests" | "course" | null>(() =>
    draft.guests === 0 ? "guests" : draft.courseUid === "" ? "course" : null,
  );
  const withDeadline =
    draft.kind === "invitation" &&
    offersDeadline(calendar.date, draft.startTime, wallClock(serverNow(), restaurant.time_zone));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSentDraft(draft);
    const sending = write(async () => {
      if (!isWhole(draft, calendar, selection)) throw new UserFacingError(t("reservation_dialog.items_not_entered"));
      const fields = createBody(draft, calendar, selection, customer, { withDeadline, key: requestKey });
      const saved = await confirming((is_day_confirmed) => {
        const call = { body: { ...fields, is_day_confirmed }, signal: timeLimit() };
        return draft.kind === "invitation"
          ? send("POST", "/owners/api/invited_reservations", call)
          : send("POST", "/owners/api/offline_reservations", call);
      });
      showFlash({ kind: "notice", message: saved.message, sticky: false });
      onSaved();
    });
    // After a lost response the guest may have the booking, and its warning must be current.
    void sending.then((isSaved) => {
      if (isSaved === false) void queries.invalidateQueries(guestNotes(customer.uid));
    });
  };

  /** Ctrl or Command with Enter submits from every field. */
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const isSubmit = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (!isSubmit || event.repeat || isComposing(event)) return;
    event.preventDefault();
    if (!busy) event.currentTarget.requestSubmit();
  };

  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      onKeyDown={onKeyDown}
      onChange={onTouch}
      sx={{ display: "contents" }}
    >
      <DialogContent sx={{ display: "grid", gap: 2, alignContent: "start", pt: 1 }}>
        {problem && sentDraft === draft && (
          <Alert severity="error" variant="outlined" sx={{ borderWidth: 2 }}>
            {problem}
          </Alert>
        )}
        {customer.isBlacklisted && <BlacklistNote text={t("reservation_dialog.blacklisted_text")} />}
        <Typography sx={{ fontWeight: 600 }}>{customer.name || t("reservation_dialog.nameless")}</Typography>
        <SameDay uid={customer.uid} calendar={calendar} />
        <GuestNotes uid={customer.uid} isBrief />
        {invitable && (
          <ToggleButtonGroup
            exclusive
            size="small"
            value={draft.kind}
            onChange={(_, kind: Kind | null) => kind && onChange({ ...draft, kind })}
            aria-label={t("reservation_dialog.kind.label")}
          >
            <ToggleButton value="in_person">{t("reservation_dialog.kind.in_person")}</ToggleButton>
            <ToggleButton value="invitation">{t("reservation_dialog.kind.invitation")}</ToggleButton>
          </ToggleButtonGroup>
        )}
        <Fields calendar={calendar} selection={selection} draft={draft} focus={missing} onChange={onChange} />
        <OverstayWarning selection={selection} startTime={draft.startTime} />
        <PacingNote calendar={calendar} visit={draft} />
        {withDeadline && (
          <FormControlLabel
            label={t("reservation_dialog.deadline")}
            control={
              <Checkbox
                checked={draft.endsEarly}
                onChange={(event) => onChange({ ...draft, endsEarly: event.target.checked })}
              />
            }
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onBack}>{t("console.back")}</Button>
        <Button
          type="submit"
          variant="contained"
          loading={busy}
          ref={missing === null ? focusOnMount : undefined}
          title={t("reservation_dialog.submit_tip")}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {t(draft.kind === "invitation" ? "reservation_dialog.send" : "reservation_dialog.save")}
        </Button>
      </DialogActions>
    </Box>
  );
}

interface FieldsProps {
  calendar: Calendar;
  selection: Selection;
  draft: Draft;
  focus: "guests" | "course" | null;
  onChange: (draft: Draft) => void;
}

function Fields({ calendar, selection, draft, focus, onChange }: FieldsProps) {
  const t = useT();
  const courses = coursesOf(calendar, draft.operation);
  const guests = guestOptions(selection);
  const native = { select: { native: true }, inputLabel: { shrink: true } };
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" } }}>
      <TextField
        select
        label={t("reservation_dialog.operation")}
        value={draft.operation}
        onChange={(event) => onChange(withOperation(draft, calendar, selection, event.target.value))}
        slotProps={native}
      >
        {calendar.operations.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </TextField>
      <TextField
        select
        required
        inputRef={focus === "guests" ? focusOnMount : undefined}
        label={t("reservation_facts.guests")}
        value={draft.guests === 0 ? "" : draft.guests}
        onChange={(event) => onChange(withGuests(draft, calendar, Number(event.target.value)))}
        slotProps={native}
      >
        {draft.guests === 0 && <option value="">{t("reservation_dialog.choose")}</option>}
        {guests.map((count) => (
          <option key={count} value={count}>
            {t("console.guests", { count })}
          </option>
        ))}
      </TextField>
      <TextField
        select
        required
        label={t("reservations.start")}
        value={draft.startTime}
        onChange={(event) => onChange(withStart(draft, calendar, selection, event.target.value))}
        slotProps={native}
      >
        <Times times={startChoices(calendar, draft.startTime)} />
      </TextField>
      <TextField
        select
        required
        label={t("reservations.end")}
        value={draft.endTime}
        onChange={(event) => onChange({ ...draft, endTime: event.target.value })}
        slotProps={native}
      >
        <Times times={endChoices(calendar, draft.startTime)} />
      </TextField>
      <TextField
        select
        required
        inputRef={focus === "course" ? focusOnMount : undefined}
        label={t("reservation_facts.course")}
        value={draft.courseUid}
        onChange={(event) => onChange({ ...draft, courseUid: event.target.value })}
        helperText={courseHint(courses, draft, t)}
        sx={{ gridColumn: "1 / -1" }}
        slotProps={native}
      >
        {draft.courseUid === "" && <option value="">{t("reservation_dialog.choose")}</option>}
        {courses.map(({ uid, chargeable_title }) => (
          <option key={uid} value={uid}>
            {chargeable_title}
          </option>
        ))}
      </TextField>
      <TextField
        label={t("reservations.memo")}
        multiline
        minRows={2}
        value={draft.memo}
        onChange={(event) => onChange({ ...draft, memo: event.target.value })}
        sx={{ gridColumn: "1 / -1" }}
      />
    </Box>
  );
}

function Times({ times }: { times: string[] }) {
  return times.map((time) => (
    <option key={time} value={time}>
      {time}
    </option>
  ));
}

/**
 * Returns the hint for the course: without any course one must be created, with several one must be chosen (owner §8).
 * For a chosen course it is the price.
 */
function courseHint(
  courses: Calendar["courses"],
  { courseUid, guests }: Pick<Draft, "courseUid" | "guests">,
  t: ReturnType<typeof useT>,
): string | undefined {
  if (courses.length === 0) return t("reservation_dialog.no_course");
  const chosen = courses.find(({ uid }) => uid === courseUid);
  if (chosen) return coursePriceText(t, chosen.price, guests) || undefined;
  return courses.length > 1 && courseUid === "" ? t("reservation_dialog.choose_course") : undefined;
}
