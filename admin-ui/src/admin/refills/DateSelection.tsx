import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import FormHelperText from "@mui/material/FormHelperText";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import TextField from "@mui/material/TextField";
import { useShell } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { formatShortDate } from "@seki/shared/civil-time";
import { addDate } from "./selection";
import type { Selection } from "./selection";

interface Props {
  selection: Selection;
  /** The restaurant's day: no day before it can be chosen. */
  today: string;
  onChange: (selection: Selection) => void;
}

/** The days of a refill: a period, or days by name. */
export function DateSelection({ selection, today, onChange }: Props) {
  const t = useT();
  const change = (next: Partial<Selection>) => onChange({ ...selection, ...next });
  const tab = selection.selection_type;
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
              onChange={(date_from) => change({ date_from })}
            />
            <DateField
              label={t("refills.date_till")}
              value={selection.date_till}
              min={selection.date_from || today}
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
  const add = () => {
    onChange(addDate(dates, date));
    setDate("");
  };
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <DateField label={t("refills.date")} value={date} min={today} onChange={setDate} />
        <Button variant="outlined" disabled={date === "" || date < today} onClick={add}>
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

function DateField(props: { label: string; value: string; min: string; onChange: (value: string) => void }) {
  const { label, value, min, onChange } = props;
  return (
    <TextField
      type="date"
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min } }}
    />
  );
}
