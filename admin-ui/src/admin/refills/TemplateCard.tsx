import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { WEEKDAYS } from "./weekdays";

type Template = Schemas["RefillTemplate"];
type Choices = Schemas["RefillChoices"];

/** Part of a template that opens in a modal. */
export type Part = "guests" | "times" | "courses" | "schedule" | "refill";

interface Props {
  slug: string;
  template: Template;
  choices: Choices;
  onOpen: (part: Part) => void;
  onDelete: () => void;
}

/** A template with its offers, and the buttons to change and use it. */
export function TemplateCard({ slug, template, choices, onOpen, onDelete }: Props) {
  const t = useT();
  const rows: [Part, string, string[]][] = [
    ["guests", t("refills.guests_title"), guestsLines(template, choices, t)],
    ["times", t("refills.times_title"), timesLine(template, t)],
    ["courses", t("refills.courses_title"), coursesLines(template, choices, t)],
    ["schedule", t("refills.schedule_title"), scheduleLines(template, t)],
  ];
  const heading = `refill-template-${template.id}`;
  return (
    <Paper variant="outlined" component="section" aria-labelledby={heading} sx={{ p: 2, display: "grid", gap: 1.5 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, justifyContent: "space-between", alignItems: "baseline" }}>
        <Typography id={heading} variant="h2" sx={{ overflowWrap: "anywhere" }}>
          {template.title}
        </Typography>
        <Typography color="text.secondary">{seatsLine(template, choices, t)}</Typography>
      </Box>
      {template.lacks.length > 0 && (
        <Alert severity="warning">
          {t("refills.lacks", {
            what: template.lacks.map((lack) => t(`refills.lack.${lack as MissingPart}`)).join(t("list.and")),
          })}
        </Alert>
      )}
      {rows.map(([part, label, lines]) => (
        <Box key={part} sx={{ display: "flex", gap: 1, alignItems: "flex-start" }}>
          <Button
            size="small"
            variant="outlined"
            aria-label={t("refills.open", { part: label, template: template.title })}
            onClick={() => onOpen(part)}
            sx={{ flex: "0 0 108px" }}
          >
            {label}
          </Button>
          <Box sx={{ minWidth: 0, overflowWrap: "anywhere", pt: 0.5 }}>
            {lines.length === 0 ? (
              <Typography color="text.secondary">{t("refills.none")}</Typography>
            ) : (
              lines.map((line) => <Typography key={line}>{line}</Typography>)
            )}
          </Box>
        </Box>
      ))}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button variant="contained" disabled={template.lacks.length > 0} onClick={() => onOpen("refill")}>
          {t("refills.refill_title")}
        </Button>
        <Button component={Link} to={paths.editRefillTemplate(slug, template.id)}>
          {t("refills.edit")}
        </Button>
        <Button color="secondary" onClick={onDelete}>
          {t("refills.delete")}
        </Button>
      </Box>
    </Paper>
  );
}

type T = ReturnType<typeof useT>;
type MissingPart = "seats" | "guests" | "times" | "courses" | "operation";

function seatsLine({ operation, inventory_group_uid, inventory_item_uids }: Template, choices: Choices, t: T): string {
  const meal = choices.operations.find(({ name }) => name === operation)?.label ?? operation;
  const group = choices.inventory_groups.find(({ uid }) => uid === inventory_group_uid);
  const labels = group?.items.filter(({ uid }) => inventory_item_uids.includes(uid)).map(({ label }) => label) ?? [];
  return [meal, group?.title ?? "", labels.join(t("list.and"))].join(" / ");
}

function guestsLines({ guests_count_selectors }: Template, { customer_groups }: Choices, t: T): string[] {
  return guests_count_selectors.map(({ customer_group_id, options, always_allow_last_solo }) => {
    const group = customer_groups.find(({ id }) => id === customer_group_id);
    const label = group?.label ?? t("refills.all");
    const counts = options.map(({ guests_count, max_per_isg }) =>
      max_per_isg === null
        ? String(guests_count)
        : t("refills.count_with_max", { count: guests_count, max: max_per_isg }),
    );
    const name = group?.is_archived ? t("refills.group_archived", { group: label }) : label;
    const solo = always_allow_last_solo ? t("refills.with_last_solo") : "";
    return t("refills.guests_line", { group: name, counts: counts.join(t("list.and")), solo });
  });
}

function timesLine({ time_selector }: Template, t: T): string[] {
  const spans = time_selector.map(({ start_time, end_time }) =>
    t("refills.span", { start: start_time, end: end_time }),
  );
  return spans.length === 0 ? [] : [spans.join(t("refills.span_and"))];
}

function coursesLines({ course_selector }: Template, { courses }: Choices, t: T): string[] {
  return course_selector.map(({ course_id, daily_max }) => {
    const course = courses.find(({ id }) => id === course_id)?.title ?? String(course_id);
    return daily_max === null ? course : t("refills.course_with_max", { course, max: daily_max });
  });
}

function scheduleLines({ schedule }: Template, t: T): string[] {
  const days = WEEKDAYS.filter((day) => schedule[day]).map((day) => t(`refills.weekday.${day}`));
  const lines = days.length === 0 ? [] : [days.join(t("list.and"))];
  if (schedule.skip_jp_holidays) lines.push(t("refills.holidays_skip"));
  if (schedule.fill_jp_holidays) lines.push(t("refills.holidays_fill"));
  return lines;
}
