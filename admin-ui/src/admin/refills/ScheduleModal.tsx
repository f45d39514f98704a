import { useState } from "react";
import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import DialogContent from "@mui/material/DialogContent";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { send } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { FormConflicts } from "@/admin/conflicts";
import { useT } from "@/admin/i18n/use-t";
import { FormModal } from "@/console/ui";
import { scheduleLines } from "./lines";
import { ModalActions } from "./ModalActions";
import type { ModalProps } from "./modal-props";
import { useSave } from "./use-save";
import { WEEKDAYS } from "./weekdays";

const HOLIDAYS = ["plain", "skip", "fill"] as const;
type Holidays = (typeof HOLIDAYS)[number];
type Schedule = Schemas["RefillSchedule"];

/** The weekdays that are filled nightly, and the rule for national holidays. */
export function ScheduleModal({ slug, template, onClose, onSaved }: ModalProps) {
  const t = useT();
  const { busy, refusal, theirs, isUndecided, save } = useSave();
  const [schedule, setSchedule] = useState(template.schedule);
  const holidays: Holidays = schedule.skip_jp_holidays ? "skip" : schedule.fill_jp_holidays ? "fill" : "plain";
  const choose = (chosen: string) =>
    setSchedule({ ...schedule, skip_jp_holidays: chosen === "skip", fill_jp_holidays: chosen === "fill" });
  const submit = async () => {
    const expected = { schedule: template.schedule, ...theirs.values };
    const body = { online_stock_refillment_template: { schedule_attributes: schedule }, expected };
    const call = { path: { slug, id: String(template.id) }, body };
    if (await save(() => send("PATCH", "/admin/r/{slug}/online_stock_refillment_templates/{id}", call))) onSaved();
  };
  return (
    <FormModal title={t("refills.schedule_title")} about={template.title} onClose={onClose}>
      <DialogContent dividers sx={{ display: "grid", alignContent: "start", gap: 2 }}>
        <FormConflicts
          theirs={theirs}
          fields={{
            schedule: {
              label: t("refills.schedule_title"),
              text: (saved) => scheduleLines(saved as Schedule, t).join("\n"),
              take: (saved) => setSchedule(saved as Schedule),
            },
          }}
        />
        <Box component="fieldset" sx={{ border: 0, p: 0, m: 0 }}>
          <FormLabel component="legend">{t("refills.weekdays")}</FormLabel>
          <Box sx={{ display: "flex", flexWrap: "wrap" }}>
            {WEEKDAYS.map((day) => (
              <FormControlLabel
                key={day}
                control={
                  <Checkbox
                    checked={schedule[day]}
                    onChange={(event) => setSchedule({ ...schedule, [day]: event.target.checked })}
                  />
                }
                label={t(`refills.weekday.${day}`)}
              />
            ))}
          </Box>
        </Box>
        <Box>
          <FormLabel id="refill-holidays">{t("refills.holidays")}</FormLabel>
          <RadioGroup
            aria-labelledby="refill-holidays"
            value={holidays}
            onChange={(event) => choose(event.target.value)}
          >
            {HOLIDAYS.map((rule) => (
              <FormControlLabel key={rule} value={rule} control={<Radio />} label={t(`refills.holidays_${rule}`)} />
            ))}
          </RadioGroup>
        </Box>
      </DialogContent>
      <ModalActions
        refusal={refusal}
        busy={busy}
        disabled={isUndecided}
        onClose={onClose}
        onSave={() => void submit()}
      />
    </FormModal>
  );
}
