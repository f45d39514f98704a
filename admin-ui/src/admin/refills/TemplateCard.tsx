import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { coursesLines, guestsLines, scheduleLines, seatsLine, timesLine } from "./lines";

type Template = Schemas["RefillTemplate"];
type Choices = Schemas["RefillChoices"];
type MissingPart = "seats" | "guests" | "times" | "courses" | "operation";

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
    ["guests", t("refills.guests_title"), guestsLines(template.guests_count_selectors, choices, t)],
    ["times", t("refills.times_title"), timesLine(template.time_selector, t)],
    ["courses", t("refills.courses_title"), coursesLines(template.course_selector, choices, t)],
    ["schedule", t("refills.schedule_title"), scheduleLines(template.schedule, t)],
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
