import { useState } from "react";
import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import IconButton from "@mui/material/IconButton";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import Typography from "@mui/material/Typography";
import { formatShortDate } from "@seki/shared/civil-time";
import { useShell } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { useFirstField } from "@/console/ui";
import { HOURS, MINUTES } from "./model/rounds";
import { EVERY_MONTH, LAST, MODES, WEEKDAYS, haveAll, linesOf, withRules } from "./model/rules";
import type { RuleForm } from "./model/rules";
import type { Draft } from "./model/plan";
import { Choice } from "./Choice";
import { dayText, lineText, monthText, weekText, weekdayText } from "./words";

interface Props {
  draft: Draft;
  /** The last date of the current round, which saving may end. */
  currentTill: string | null;
  isBroken: boolean;
  onChange: (change: Partial<Draft>) => void;
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);
const DAYS = Array.from({ length: 31 }, (_, index) => index + 1);
const WEEKS = [1, 2, 3, 4, 5];
const two = (number: number) => [number, String(number).padStart(2, "0")] as const;

/** The rules of a periodic plan, and the range that each opening opens (admin §3, §5). */
export function PeriodicEditor({ draft, currentTill, isBroken, onChange }: Props) {
  const t = useT();
  const { locale } = useShell();
  const { rules, open_for_months, open_upto_mode, open_immediate } = draft;
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <Typography variant="h4">{t("rounds.rules")}</Typography>
      {isBroken && rules.length === 0 && <Alert severity="error">{t("rounds.broken_rule")}</Alert>}
      {rules.length === 0 && <Typography color="text.secondary">{t("rounds.no_rules")}</Typography>}
      <List dense disablePadding>
        {linesOf(rules).map((line) => {
          const text = lineText(line, locale, t);
          return (
            <ListItem
              key={text}
              disableGutters
              divider
              secondaryAction={
                <IconButton
                  aria-label={t("rounds.remove", { what: text })}
                  onClick={() => onChange({ rules: rules.filter((rule) => !line.rules.includes(rule)) })}
                >
                  <DeleteIcon />
                </IconButton>
              }
            >
              <ListItemText primary={text} />
            </ListItem>
          );
        })}
      </List>
      <RuleAdder draft={draft} onChange={onChange} />
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.5 }}>
        <Choice
          label={t("rounds.months")}
          value={open_for_months}
          choices={MONTHS.map((count) => [count, t("rounds.nth_months", { count })] as const)}
          onChange={(months) => onChange({ open_for_months: months })}
        />
        <Choice
          label={t("rounds.upto_label")}
          value={open_upto_mode}
          choices={(["end_of_month", "day_of_month"] as const).map((mode) => [mode, t(`rounds.upto.${mode}`)] as const)}
          onChange={(mode) => onChange({ open_upto_mode: mode })}
        />
      </Box>
      <FormControlLabel
        control={<Checkbox checked={open_immediate} onChange={(_, on) => onChange({ open_immediate: on })} />}
        label={t("rounds.immediate")}
      />
      {!open_immediate && currentTill !== null && (
        <Alert severity="warning">
          {t("rounds.immediate_warning", { till: formatShortDate(currentTill, locale) })}
        </Alert>
      )}
    </Box>
  );
}

function RuleAdder({ draft: { rules }, onChange }: Pick<Props, "draft" | "onChange">) {
  const t = useT();
  const { locale } = useShell();
  const [form, setForm] = useState<RuleForm>({
    mode: "day_of_month",
    month: EVERY_MONTH,
    day_of_month: 1,
    week_of_month: 1,
    day_of_week: "monday",
    hour_of_day: 10,
    minute_of_hour: 0,
  });
  const change = (part: Partial<RuleForm>) => setForm({ ...form, ...part });
  const [around, goOn] = useFirstField<HTMLDivElement>();
  const isKnown = haveAll(rules, form);
  return (
    <div>
      <Box ref={around} sx={{ display: "flex", flexWrap: "wrap", gap: 1.5, alignItems: "start" }}>
        <Choice
          label={t("rounds.mode_label")}
          value={form.mode}
          choices={MODES.map((mode) => [mode, t(`rounds.mode.${mode}`)] as const)}
          onChange={(mode) => change({ mode })}
        />
        {form.mode !== "daily" && (
          <Choice
            label={t("rounds.month")}
            value={form.month}
            choices={[EVERY_MONTH, ...MONTHS].map((month) => [month, monthText(month, locale, t)] as const)}
            onChange={(month) => change({ month })}
          />
        )}
        {form.mode === "day_of_month" && (
          <Choice
            label={t("rounds.day")}
            value={form.day_of_month}
            choices={[...DAYS, LAST].map((day) => [day, dayText(day, t)] as const)}
            onChange={(day) => change({ day_of_month: day })}
          />
        )}
        {form.mode === "week_of_month" && (
          <>
            <Choice
              label={t("rounds.week")}
              value={form.week_of_month}
              choices={[...WEEKS, LAST].map((week) => [week, weekText(week, t)] as const)}
              onChange={(week) => change({ week_of_month: week })}
            />
            <Choice
              label={t("rounds.weekday")}
              value={form.day_of_week}
              choices={WEEKDAYS.map((weekday) => [weekday, weekdayText(weekday, locale)] as const)}
              onChange={(weekday) => change({ day_of_week: weekday })}
            />
          </>
        )}
        <Choice
          label={t("rounds.hour")}
          value={form.hour_of_day}
          choices={HOURS.map(two)}
          onChange={(hour) => change({ hour_of_day: hour })}
        />
        <Choice
          label={t("rounds.minute")}
          value={form.minute_of_hour}
          choices={MINUTES.map(two)}
          onChange={(minute) => change({ minute_of_hour: minute })}
        />
        <Button
          variant="outlined"
          disabled={isKnown}
          onClick={(press) => {
            onChange({ rules: withRules(rules, form) });
            goOn(press);
          }}
        >
          {t("rounds.add")}
        </Button>
      </Box>
      <FormHelperText role="status" sx={{ m: 0, minHeight: "1.7em" }}>
        {isKnown && t("rounds.have_all")}
      </FormHelperText>
    </div>
  );
}
