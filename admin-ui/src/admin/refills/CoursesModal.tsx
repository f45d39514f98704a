import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import DialogContent from "@mui/material/DialogContent";
import FormControlLabel from "@mui/material/FormControlLabel";
import TextField from "@mui/material/TextField";
import { send } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { FormModal } from "@/console/ui";
import { ModalActions } from "./ModalActions";
import type { ModalProps } from "./modal-props";
import { useSave } from "./use-save";

/** The courses that a template offers, each with its maximum guests per day. */
export function CoursesModal({ slug, template, choices, onClose, onSaved }: ModalProps) {
  const t = useT();
  const { busy, refusal, save } = useSave();
  const courses = choices.courses.filter(({ operation }) => operation === template.operation);
  const [chosen, setChosen] = useState(
    () => new Map(template.course_selector.map(({ course_id, daily_max }) => [course_id, daily_max?.toString() ?? ""])),
  );
  const set = (id: number, max: string | undefined) => {
    const next = new Map(chosen);
    if (max === undefined) next.delete(id);
    else next.set(id, max);
    setChosen(next);
  };
  const isValid = [...chosen.values()].every((max) => max === "" || Number(max) >= 1);
  const submit = async () => {
    const options = [...chosen].map(([course_id, max]) => ({ course_id, daily_max: max === "" ? null : Number(max) }));
    const selector = { options_attributes: options, online_stock_refillment_template_id: template.id };
    const call = { path: { slug }, body: { course_selector: selector } };
    if (await save(() => send("POST", "/admin/api/r/{slug}/course_selectors", call))) onSaved();
  };
  return (
    <FormModal title={t("refills.courses_title")} about={template.title} onClose={onClose}>
      <DialogContent dividers sx={{ display: "grid", alignContent: "start", gap: 1 }}>
        {courses.length === 0 && <Alert severity="info">{t("refills.courses_none")}</Alert>}
        {courses.map(({ id, title }) => (
          <Box key={id} sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, minHeight: 48 }}>
            <FormControlLabel
              control={
                <Checkbox
                  checked={chosen.has(id)}
                  onChange={(event) => set(id, event.target.checked ? "" : undefined)}
                />
              }
              label={title}
              sx={{ flex: "1 1 220px", minWidth: 0, overflowWrap: "anywhere" }}
            />
            {chosen.has(id) && (
              <TextField
                type="number"
                size="small"
                label={t("refills.daily_max")}
                value={chosen.get(id)}
                error={chosen.get(id) !== "" && Number(chosen.get(id)) < 1}
                onChange={(event) => set(id, event.target.value)}
                slotProps={{ htmlInput: { min: 1, "aria-label": t("refills.daily_max_of", { course: title }) } }}
                sx={{ width: 180 }}
              />
            )}
          </Box>
        ))}
      </DialogContent>
      <ModalActions
        refusal={refusal}
        busy={busy}
        disabled={chosen.size === 0 || !isValid}
        onClose={onClose}
        onSave={() => void submit()}
      />
    </FormModal>
  );
}
