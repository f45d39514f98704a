import AddIcon from "@mui/icons-material/Add";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutline";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import IconButton from "@mui/material/IconButton";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import Typography from "@mui/material/Typography";
import { joiner, yen } from "@/console/i18n/page-language";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { toggled } from "./form";
import { TimeSelect } from "./TimeSelect";
import type { TimeRow, Window } from "@/console/ui";
import { endChoices, movedStart, nextTimes, startChoices } from "@/console/ui";
import { Section } from "./Section";
import type { SectionProps } from "./Section";

export function GuestsSection({ form, onChange, most }: SectionProps & { most: number }) {
  const t = useT();
  const sizes = Array.from({ length: most }, (_, index) => index + 1);
  const all = sizes.every((size) => form.guests.includes(size));
  return (
    <Section
      title={t("slots.guests")}
      summary={form.guests.map((count) => t("console.guests", { count })).join(joiner())}
    >
      <Typography variant="body2" color="text.secondary">
        {t("slots.guests_hint", { max: most })}
      </Typography>
      <Box role="group" aria-label={t("slots.guests")} sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        {sizes.map((size) => (
          <ToggleButton
            key={size}
            value={size}
            color="primary"
            selected={form.guests.includes(size)}
            onChange={() => onChange({ guests: toggled(form.guests, size) })}
            sx={{ minWidth: 56, minHeight: 44 }}
          >
            {t("console.guests", { count: size })}
          </ToggleButton>
        ))}
        <Button onClick={() => onChange({ guests: all ? [] : sizes })}>{t(all ? "slots.none" : "slots.all")}</Button>
      </Box>
      <FormControlLabel
        control={<Switch checked={form.lastSolo} onChange={(_, lastSolo) => onChange({ lastSolo })} />}
        label={t("slots.last_solo")}
      />
    </Section>
  );
}

export function TimesSection({ form, onChange, window }: SectionProps & { window: Window }) {
  const t = useT();
  const { times } = form;
  const summary = times
    .filter(({ start, end }) => start !== "" && end !== "")
    .map(({ start, end }) => `${start}–${end}`);
  const put = (nth: number, row: TimeRow) =>
    onChange({ times: times.map((old, index) => (index === nth ? row : old)) });
  return (
    <Section title={t("slots.times")} summary={summary.join(joiner())}>
      {times.map((row, index) => (
        <Box key={index} sx={{ display: "flex", gap: 1, alignItems: "center" }}>
          <TimeSelect
            label={t("slots.start", { nth: index + 1 })}
            choices={startChoices(window, row.start)}
            value={row.start}
            onChange={(start) => put(index, movedStart(start, window))}
          />
          <span aria-hidden>〜</span>
          <TimeSelect
            label={t("slots.end", { nth: index + 1 })}
            choices={endChoices(window, row.start, row.end)}
            value={row.end}
            onChange={(end) => put(index, { ...row, end })}
          />
          <IconButton
            aria-label={t("slots.remove_time", { nth: index + 1 })}
            onClick={() => onChange({ times: times.filter((_, other) => other !== index) })}
          >
            <DeleteOutlineIcon />
          </IconButton>
        </Box>
      ))}
      <Button
        startIcon={<AddIcon />}
        onClick={() => onChange({ times: [...times, nextTimes(times, window)] })}
        sx={{ justifySelf: "start" }}
      >
        {t("slots.add_time")}
      </Button>
      <FormControlLabel
        control={<Switch checked={form.showEnd} onChange={(_, showEnd) => onChange({ showEnd })} />}
        label={t("slots.show_end")}
      />
    </Section>
  );
}

interface CoursesProps extends SectionProps {
  courses: Schemas["SlotCourseOption"][];
  operation: string;
  /** The limits of each course on the day, once they are loaded. */
  states?: readonly Schemas["CourseSelectorState"][] | undefined;
}

export function CoursesSection({ form, onChange, courses, operation, states = [] }: CoursesProps) {
  const t = useT();
  const limitOf = (course: number) => {
    const state = states.find(({ course_id }) => course_id === course);
    const left = state?.daily_remaining ?? null;
    return [
      left !== null && t("slots.course_left", { max: state?.daily_max ?? left, left }),
      state?.is_locked && t("slots.course_locked"),
    ].filter((text) => typeof text === "string");
  };
  const chosen = courses.filter(({ id }) => form.courses.includes(id));
  return (
    <Section title={t("slots.courses")} summary={chosen.map(({ title }) => title).join(joiner())}>
      {courses.length === 0 && <Alert severity="warning">{t("slots.no_courses", { operation })}</Alert>}
      {courses.length > 1 && chosen.length === 0 && (
        <Typography variant="body2" color="text.secondary">
          {t("slots.choose_course")}
        </Typography>
      )}
      {courses.map(({ id, title, price }) => (
        <FormControlLabel
          key={id}
          control={
            <Checkbox
              checked={form.courses.includes(id)}
              onChange={() => onChange({ courses: toggled(form.courses, id) })}
            />
          }
          label={[`${title}（${yen(price)}）`, ...limitOf(id)].join(" / ")}
        />
      ))}
    </Section>
  );
}

export function TitlesSection({ form, onChange }: SectionProps) {
  const t = useT();
  return (
    <Section title={t("slots.titles")} summary={form.titleJa || form.titleEn} open={false}>
      <TextField
        size="small"
        label={t("slots.title_ja")}
        value={form.titleJa}
        onChange={(event) => onChange({ titleJa: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      <TextField
        size="small"
        label={t("slots.title_en")}
        value={form.titleEn}
        onChange={(event) => onChange({ titleEn: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
    </Section>
  );
}
