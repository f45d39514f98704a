import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import type { ChangeEvent, FormEvent } from "react";
import { useNavigate } from "react-router";
import { formatMonth, monthOf } from "@seki/shared/civil-time";
import { useSession, useShell } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";
import { isSpan, monthsToChoose } from "./model";

const STEPS = ["month", "week"] as const;

export interface Chosen {
  by: string;
  from: string;
  till: string;
}

export function queryOf({ by, from, till }: Chosen): string {
  return new URLSearchParams({ by, from, till }).toString();
}

/** Chooses the months of a report, and whether it is by week or by month. */
export function SpanForm({ shown }: { shown: Chosen }) {
  const t = useT();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(shown);
  const isValid = isSpan(chosen.from, chosen.till);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid) void navigate(`${paths.reports}?${queryOf(chosen)}`);
  };
  const field = (name: keyof Chosen) => ({
    value: chosen[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => setChosen({ ...chosen, [name]: event.target.value }),
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: "flex", flexWrap: "wrap", gap: 1.5, alignItems: "flex-start", mb: 3 }}
    >
      <Choice label={t("reports.by")} {...field("by")}>
        {STEPS.map((step) => (
          <option key={step} value={step}>
            {t(`reports.steps.${step}`)}
          </option>
        ))}
      </Choice>
      <MonthChoice label={t("reports.from")} shown={shown} {...field("from")} />
      <MonthChoice
        label={t("reports.till")}
        shown={shown}
        {...field("till")}
        problem={isValid ? undefined : t(chosen.till < chosen.from ? "reports.span_reversed" : "reports.span_invalid")}
      />
      <Button type="submit" variant="contained" sx={{ minHeight: 40 }}>
        {t("reports.show")}
      </Button>
    </Box>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  problem?: string | undefined;
}

function Choice({ label, value, onChange, problem, children }: ChoiceProps & { children: React.ReactNode }) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={onChange}
      error={problem !== undefined}
      helperText={problem}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={{ minWidth: 140, maxWidth: 280 }}
    >
      {children}
    </TextField>
  );
}

function MonthChoice({ shown, ...props }: ChoiceProps & { shown: Chosen }) {
  const { locale } = useShell();
  const { today } = useSession().restaurant;
  return (
    <Choice {...props}>
      {monthsToChoose(monthOf(today), [shown.from, shown.till]).map((month) => (
        <option key={month} value={month}>
          {formatMonth(month, locale)}
        </option>
      ))}
    </Choice>
  );
}
