import { useState } from "react";
import type { FormEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import TextField from "@mui/material/TextField";
import { Facts, FormModal, useWrite } from "@/console/ui";
import { UserFacingError } from "@seki/shared/writes";
import { send, showFlash, timeLimit } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { coursesOf, visitAt } from "../../reservation-dialog/model";
import { SameDay } from "../../reservation-dialog/SameDay";
import { DeadlineField } from "./DeadlineField";
import { LeftNote } from "./LeftNote";
import { SeatFields } from "./SeatFields";
import { offerTimes } from "./model";
import type { WaitingEntry } from "./model";
import { useDeadlines } from "./use-deadlines";
import { useSeatChoice } from "./use-seat-choice";

export type GivenBy = Schemas["GivenBy"];

interface Props {
  entry: WaitingEntry;
  seat: NonNullable<WaitingEntry["seat"]>;
  by: GivenBy;
  day: Schemas["OwnerDailyCalendarPage"];
  hasLeft: boolean;
  onClose: () => void;
  onDone: () => void;
}

/**
 * Chooses the time, seats and course that a waiting party gets, and until when an offer holds them. It begins with the best seats at
 * the earliest time.
 */
export function GiveSeats({ entry, seat, by, day, hasLeft, onClose, onDone }: Props) {
  const t = useT();
  const byPhone = by === "telephone";
  const { shown, time, setTime, proposals, setSeat, isSettled, refresh } = useSeatChoice(entry, seat, day.date);
  const { operation } = visitAt(day, time, entry.guests_count);
  const courses = coursesOf(day, operation);
  const [chosen, setChosen] = useState("");
  // Another time may belong to another meal, which has other courses.
  const only = courses.length === 1 ? courses[0]?.uid : undefined;
  const courseUid = courses.find(({ uid }) => uid === chosen)?.uid ?? (byPhone ? only : undefined) ?? "";
  const { deadlines, deadline, setDeadline } = useDeadlines(day.date, time);
  const { busy, problem, write } = useWrite();
  const give = async () => {
    if (byPhone && courseUid === "") throw new UserFacingError(t("reservation_dialog.items_not_entered"));
    if (shown === null) throw new UserFacingError(t("waiting.gone"));
    const body = {
      by,
      deadline_minutes: byPhone ? null : deadline,
      course_uid: courseUid,
      start_time: shown.start_time,
      inventory_group_uid: shown.inventory_group_uid,
      inventory_item_uids: shown.inventory_item_uids,
    };
    const call = { path: { uid: entry.uid }, body, signal: timeLimit() };
    const { message } = await send("POST", "/owners/api/waiting_list/{uid}/seats", call);
    showFlash({ kind: "notice", message, sticky: false });
    onDone();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // A colleague may have given the seats to another party.
    if ((await write(give)) === false) refresh();
  };
  const label = t(byPhone ? "waiting.seat" : "waiting.offer");
  return (
    <FormModal title={label} about={entry.customer_name || t("reservation_dialog.nameless")} onClose={onClose}>
      <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: "contents" }}>
        <DialogContent sx={{ display: "grid", gap: 2, alignContent: "start" }}>
          {hasLeft && !busy && <LeftNote />}
          {problem && (
            <Alert severity="warning" role="alert">
              {problem}
            </Alert>
          )}
          <SameDay uid={entry.customer_uid} calendar={day} />
          <Facts facts={[[t("pane.guests"), t("console.guests", { count: entry.guests_count })]]} />
          <SeatFields
            times={offerTimes(entry, seat.start_time)}
            time={time}
            onTime={setTime}
            proposals={proposals}
            shown={shown}
            isSettled={isSettled}
            onSeat={setSeat}
          />
          <CourseField courses={courses} byPhone={byPhone} value={courseUid} onChange={setChosen} />
          {!byPhone && <DeadlineField choices={deadlines} value={deadline} onChange={setDeadline} />}
          {!byPhone && <OfferNote entry={entry} courses={courses} courseUid={courseUid} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t("console.cancel")}</Button>
          <Button type="submit" variant="contained" loading={busy} disabled={!isSettled}>
            {label}
          </Button>
        </DialogActions>
      </Box>
    </FormModal>
  );
}

interface OfferNoteProps {
  entry: WaitingEntry;
  courses: ReturnType<typeof coursesOf>;
  courseUid: string;
}

/** Says what the guest must do before an offer becomes a booking, and that its seats stay off the web if it does not. */
function OfferNote({ entry, courses, courseUid }: OfferNoteProps) {
  const t = useT();
  const offered = courses.filter(({ uid }) => courseUid === "" || uid === courseUid);
  // Without a choice, a course without prepayment is preferred.
  const isPrepaid = offered.length > 0 && offered.every(({ is_prepaid }) => is_prepaid);
  const steps = [!entry.has_account && t("waiting.must_register"), isPrepaid && t("waiting.must_prepay")];
  return (
    <Alert severity="info">
      {steps.filter(Boolean).map((step) => (
        <div key={String(step)}>{step}</div>
      ))}
      <div>{t("waiting.off_the_web")}</div>
    </Alert>
  );
}

interface CourseProps {
  courses: ReturnType<typeof coursesOf>;
  byPhone: boolean;
  value: string;
  onChange: (uid: string) => void;
}

/** The course of the reservation. An offer may leave the choice to the server. */
function CourseField({ courses, byPhone, value, onChange }: CourseProps) {
  const t = useT();
  return (
    <TextField
      select
      required={byPhone}
      label={t("reservation_facts.course")}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {!byPhone && <option value="">{t("waiting.any_course")}</option>}
      {byPhone && value === "" && <option value="">{t("reservation_dialog.choose")}</option>}
      {courses.map(({ uid, chargeable_title }) => (
        <option key={uid} value={uid}>
          {chargeable_title}
        </option>
      ))}
    </TextField>
  );
}
