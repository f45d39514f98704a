import { useState } from "react";
import type { MouseEvent } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import FormHelperText from "@mui/material/FormHelperText";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import TextField from "@mui/material/TextField";
import { useShell } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { isReversed, useFirstField } from "@/console/ui";
import { formatShortDate } from "@seki/shared/civil-time";
import { addDate, isPast } from "./selection";
import type { Selection } from "./selection";

interface Props {
  selection: Selection;
  /** The restaurant's day. Earlier days cannot be chosen. */
  today: string;
  onChange: (selection: Selection) => void;
}

/** The days of a refill: a range, or single days. */
export function DateSelection({ selection, today, onChange }: Props) {
  const t = useT();
  const change = (next: Partial<Selection>) => onChange({ ...selection, ...next });
  const tab = selection.selection_type;
  const past = (date: string) => (isPast(date, today) ? t("refills.date_past") : undefined);
  return (
    <Box>
      <Tabs
        value={tab}
        onChange={(_, chosen: Selection["selection_type"]) => change({ selection_type: chosen })}
        aria-label={t("refills.days")}
      >
        <Tab value="range" label={t("refills.tab_range")} id="refill-tab-range" aria-controls="refill-days" />
        <Tab value="custom" label={t("refills.tab_custom")} id="refill-tab-custom" aria-controls="refill-days" />
      </Tabs>
      <Box role="tabpanel" id="refill-days" aria-labelledby={`refill-tab-${tab}`} sx={{ pt: 2 }}>
        {tab === "range" ? (
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 2 }}>
            <DateField
              label={t("refills.date_from")}
              value={selection.date_from}
              min={today}
              problem={past(selection.date_from)}
              onChange={(date_from) => change({ date_from })}
            />
            <DateField
              label={t("refills.date_till")}
              value={selection.date_till}
              min={selection.date_from || today}
              problem={
                isReversed(selection.date_from, selection.date_till)
                  ? t("console.dates_reversed")
                  : past(selection.date_till)
              }
              onChange={(date_till) => change({ date_till })}
            />
          </Box>
        ) : (
          <CustomDates
            dates={selection.custom_dates}
            today={today}
            onChange={(custom_dates) => change({ custom_dates })}
          />
        )}
        <FormHelperText>{t(tab === "range" ? "refills.range_help" : "refills.custom_help")}</FormHelperText>
      </Box>
    </Box>
  );
}

function CustomDates(props: { dates: string[]; today: string; onChange: (dates: string[]) => void }) {
  const { dates, today, onChange } = props;
  const t = useT();
  const { locale } = useShell();
  const [date, setDate] = useState("");
  const [around, goOn] = useFirstField<HTMLDivElement>();
  const add = (press: MouseEvent) => {
    onChange(addDate(dates, date));
    setDate("");
    goOn(press);
  };
  return (
    <Box ref={around} sx={{ display: "grid", gap: 1.5 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "flex-start" }}>
        <DateField
          label={t("refills.date")}
          value={date}
          min={today}
          problem={isPast(date, today) ? t("refills.date_past") : undefined}
          onChange={setDate}
        />
        <Button variant="outlined" disabled={date === "" || isPast(date, today)} onClick={add}>
          {t("refills.add")}
        </Button>
      </Box>
      {dates.length === 0 && <FormHelperText error>{t("refills.choose_a_date")}</FormHelperText>}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        {dates.map((each) => (
          <Chip
            key={each}
            label={formatShortDate(each, locale)}
            onDelete={() => onChange(dates.filter((other) => other !== each))}
          />
        ))}
      </Box>
    </Box>
  );
}

interface DateFieldProps {
  label: string;
  value: string;
  min: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}

function DateField({ label, value, min, problem, onChange }: DateFieldProps) {
  return (
    <TextField
      type="date"
      size="small"
      label={label}
      value={value}
      error={problem !== undefined}
      helperText={problem}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min } }}
    />
  );
}
