import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { send } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { usePageData } from "@/admin/navigation";
import { expectedOf } from "@/console/announcements";
import { useAsk, useLeaveGuard } from "@/console/ui";
import { useTheirs } from "@/console/ui/forms";
import type { Theirs } from "@/console/ui/forms";
import { useSubmit } from "../sections/use-submit";
import { ReleaseConflicts } from "./ReleaseConflicts";
import { editOf, editedFields, hasSameInput } from "./edit";
import type { ReleaseEdit } from "./edit";
import { HOURS, MINUTES, isPast, scheduleOf, timeOf } from "./schedule";
import type { Schedule } from "./schedule";

/** The audience and the time of a release. It is sent immediately unless day, hour and minute are set. */
export function ReleaseForm() {
  const t = useT();
  const ask = useAsk();
  const data = usePageData<"admin_announcement_release">();
  const { announcement, recipients_count, forced_recipients_count, earliest } = data;
  const stored = editOf(announcement);
  const [edit, setEdit] = useState<ReleaseEdit | null>(null);
  const form = edit ?? stored;
  const { isForced, typed, schedule } = form;
  const change = (part: Partial<ReleaseEdit>) => setEdit((began) => ({ ...(began ?? stored), ...part }));
  const { busy, problem, fields, submit, reset } = useSubmit();
  const conflicts = useTheirs();
  const theirs: Theirs = {
    ...conflicts,
    // A decision answers the message of the rejected save.
    decide: (name) => {
      reset();
      conflicts.decide(name);
    },
  };
  const saved = useLeaveGuard(!hasSameInput(form, stored));
  /** After an own save the form follows the stored announcement again. */
  const done = () => {
    saved();
    conflicts.reset();
    setEdit(null);
  };

  const total = isForced ? forced_recipients_count : recipients_count;
  const count = typed.trim() === "" ? total : Number(typed);
  const isCount = Number.isSafeInteger(count) && count >= 1 && count <= total;
  const time = timeOf(schedule);
  const isTooEarly = time !== null && isPast(time, earliest);
  const path = { id: String(announcement.id) };

  const release = async () => {
    const question = isForced
      ? { title: t("release.ask_forced", { count }), text: `${t("release.ask_forced_text")} ${t("release.ask_text")}` }
      : { title: t("release.ask", { count }), text: t("release.ask_text") };
    if (time === null && !(await ask({ ...question, agree: t("release.send", { count }) }))) return;
    const body = {
      include_unsubscribed_customers: isForced,
      send_count: typed.trim() === "" ? null : count,
      ...(time === null ? {} : { scheduled_at: time }),
      // The page shows the other fields as they were read last.
      expected: { ...expectedOf(announcement), ...form.known, ...editedFields(theirs.values) },
    };
    // The sent values stay, even if the page is read again after a conflict.
    setEdit(form);
    await submit(async () => {
      try {
        return await send("POST", "/admin/announcements/{id}/release", { path, body });
      } catch (error) {
        theirs.read(error);
        throw error;
      }
    }, done);
  };

  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void release();
      }}
      sx={{ display: "grid", gap: 3 }}
    >
      {problem !== null && (
        <Alert severity="error" role="alert">
          {theirs.undecided.length > 0 ? problem : (Object.values(fields)[0] ?? problem)}
        </Alert>
      )}
      <ReleaseConflicts
        theirs={theirs}
        announcement={announcement}
        onForce={(checked) => change({ isForced: checked })}
        onCount={(limit) => change({ typed: limit?.toString() ?? "" })}
        onSchedule={(instant) => change({ schedule: scheduleOf(instant) })}
      />
      <Recipients
        total={total}
        isForced={isForced}
        onForce={(checked) => change({ isForced: checked })}
        typed={typed}
        isCount={isCount}
        onType={(text) => change({ typed: text })}
      />
      <ScheduleFields
        schedule={schedule}
        onChange={(next) => change({ schedule: next })}
        earliest={earliest}
        isTooEarly={isTooEarly}
      />
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button
          type="submit"
          variant="contained"
          color={time === null ? "primary" : "warning"}
          loading={busy}
          disabled={theirs.undecided.length > 0 || total === 0 || !isCount || isTooEarly}
        >
          {t(time === null ? "release.send" : "release.schedule", { count: isCount ? count : total })}
        </Button>
        {announcement.status === "scheduled" && (
          <Button
            color="secondary"
            disabled={busy}
            onClick={() => void submit(() => send("DELETE", "/admin/announcements/{id}/release", { path }), done)}
          >
            {t("release.unschedule")}
          </Button>
        )}
      </Box>
    </Box>
  );
}

interface RecipientsProps {
  /** Maximum number of recipients. */
  total: number;
  isForced: boolean;
  onForce: (isForced: boolean) => void;
  /** The typed limit of recipients; blank for all. */
  typed: string;
  isCount: boolean;
  onType: (typed: string) => void;
}

function Recipients({ total, isForced, onForce, typed, isCount, onType }: RecipientsProps) {
  const t = useT();
  return (
    <Box component="section" aria-labelledby="recipients" sx={{ display: "grid", gap: 1, justifyItems: "start" }}>
      <Typography id="recipients" variant="h2">
        {t("release.recipients_of", { people: t("release.people", { count: total }) })}
      </Typography>
      <Box>
        <FormControlLabel
          control={<Checkbox checked={isForced} onChange={(_, checked) => onForce(checked)} />}
          label={t("release.force")}
        />
        <FormHelperText>{t("release.force_help")}</FormHelperText>
      </Box>
      <TextField
        type="number"
        label={t("release.send_count")}
        value={typed}
        disabled={total === 0}
        error={!isCount && total > 0}
        helperText={
          total > 0 &&
          (isCount ? t("release.send_count_help", { count: total }) : t("release.send_count_range", { max: total }))
        }
        onChange={(event) => onType(event.target.value)}
        slotProps={{ htmlInput: { min: 1, max: total, inputMode: "numeric" }, inputLabel: { shrink: true } }}
        sx={{ width: "min(100%, 24rem)" }}
      />
      {total === 0 && <Alert severity="warning">{t("release.none")}</Alert>}
    </Box>
  );
}

interface ScheduleFieldsProps {
  schedule: Schedule;
  onChange: (schedule: Schedule) => void;
  /** The restaurant's local time, ISO 8601. */
  earliest: string;
  isTooEarly: boolean;
}

function ScheduleFields({ schedule, onChange, earliest, isTooEarly }: ScheduleFieldsProps) {
  const t = useT();
  const choice = (name: "hour" | "minute", values: readonly string[]) => (
    <TextField
      select
      label={t(`release.${name}`)}
      value={schedule[name]}
      onChange={(event) => onChange({ ...schedule, [name]: event.target.value })}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={{ minWidth: 88, flex: { xs: "1 1 0", sm: "0 0 auto" } }}
    >
      <option value="">{t("release.unset")}</option>
      {[...new Set([...values, schedule[name]])].filter(Boolean).map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </TextField>
  );
  return (
    <Box component="section" aria-labelledby="when" sx={{ display: "grid", gap: 1 }}>
      <Typography id="when" variant="h2">
        {t("release.when")}
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <TextField
          type="date"
          label={t("release.date")}
          value={schedule.date}
          onChange={(event) => onChange({ ...schedule, date: event.target.value })}
          slotProps={{ htmlInput: { min: earliest.slice(0, 10) }, inputLabel: { shrink: true } }}
          sx={{ flex: { xs: "1 1 100%", sm: "0 0 auto" } }}
        />
        {choice("hour", HOURS)}
        {choice("minute", MINUTES)}
      </Box>
      <FormHelperText error={isTooEarly} role={isTooEarly ? "alert" : undefined}>
        {t(isTooEarly ? "release.past" : "release.when_help")}
      </FormHelperText>
    </Box>
  );
}
