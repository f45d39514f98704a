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
import { send, showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { coursesOf, visitAt } from "../../reservation-dialog/model";
import { DeadlineField } from "./DeadlineField";
import { LeftNote } from "./LeftNote";
import { isSameSeat, seatsTextOf } from "./model";
import type { WaitingEntry } from "./model";
import { useDeadlines } from "./use-deadlines";

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
 * Shows the seats, time and course that a waiting party will get, before it is confirmed, and until when an offer
 * holds them. Changes in the meantime update it.
 */
export function GiveSeats({ entry, seat, by, day, hasLeft, onClose, onDone }: Props) {
  const t = useT();
  const byPhone = by === "telephone";
  const [shown, setShown] = useState(seat);
  const { operation } = visitAt(day, shown.start_time, entry.guests_count);
  const courses = coursesOf(day, operation);
  const [chosen, setChosen] = useState("");
  // Changed seats may belong to another meal, which has other courses.
  const only = courses.length === 1 ? courses[0]?.uid : undefined;
  const courseUid = courses.find(({ uid }) => uid === chosen)?.uid ?? (byPhone ? only : undefined) ?? "";
  const { deadlines, deadline, setDeadline } = useDeadlines(day.date, shown.start_time);
  const { busy, problem, write } = useWrite();
  const give = async () => {
    if (byPhone && courseUid === "") throw new UserFacingError(t("reservation_dialog.items_not_entered"));
    const now = await entryNow(entry, day.date);
    if (!now?.seat) throw new UserFacingError(t("waiting.gone"));
    if (!isSameSeat(now.seat, shown)) {
      setShown(now.seat);
      throw new UserFacingError(t("waiting.changed"));
    }
    const body = { by, deadline_minutes: byPhone ? null : deadline, course_uid: courseUid };
    const path = { uid: entry.uid };
    const { message } = await send("POST", "/owners/api/waiting_list/{uid}/seats", { path, body });
    showFlash({ kind: "notice", message, sticky: false });
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void write(give);
  };
  const label = t(byPhone ? "waiting.seat" : "waiting.offer");
  return (
    <FormModal title={label} about={entry.customer_name || t("reservation_dialog.nameless")} onClose={onClose}>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: "contents" }}>
        <DialogContent sx={{ display: "grid", gap: 2, alignContent: "start" }}>
          {hasLeft && !busy && <LeftNote />}
          {problem && (
            <Alert severity="warning" role="alert">
              {problem}
            </Alert>
          )}
          <Facts
            facts={[
              [t("pane.visit"), `${shown.start_time}–${shown.end_time}`],
              [t("pane.guests"), t("console.guests", { count: entry.guests_count })],
              [t("pane.seats"), seatsTextOf(shown, t)],
            ]}
          />
          <CourseField courses={courses} byPhone={byPhone} value={courseUid} onChange={setChosen} />
          {!byPhone && <DeadlineField choices={deadlines} value={deadline} onChange={setDeadline} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t("console.cancel")}</Button>
          <Button type="submit" variant="contained" loading={busy}>
            {label}
          </Button>
        </DialogActions>
      </Box>
    </FormModal>
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

async function entryNow({ uid }: WaitingEntry, date: string): Promise<WaitingEntry | undefined> {
  const { data } = await send("GET", "/owners/api/waiting_list", { query: { date } });
  return data.find((entry) => entry.uid === uid);
}
