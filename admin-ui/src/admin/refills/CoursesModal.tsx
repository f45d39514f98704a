import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import DialogContent from "@mui/material/DialogContent";
import FormControlLabel from "@mui/material/FormControlLabel";
import TextField from "@mui/material/TextField";
import { send } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { FormConflicts } from "@/admin/conflicts";
import { useT } from "@/admin/i18n/use-t";
import { FormModal } from "@/console/ui";
import { coursesLines } from "./lines";
import { ModalActions } from "./ModalActions";
import type { ModalProps } from "./modal-props";
import { useSave } from "./use-save";

type Course = Schemas["RefillCourse"];

/** Returns the ticked courses, each with the text of its maximum. */
function chosenIn(courses: readonly Course[]): Map<number, string> {
  return new Map(courses.map(({ course_id, daily_max }) => [course_id, daily_max?.toString() ?? ""]));
}

/** The courses that a template offers, each with its maximum guests per day. */
export function CoursesModal({ slug, template, choices, onClose, onSaved }: ModalProps) {
  const t = useT();
  const { busy, refusal, theirs, isUndecided, save } = useSave();
  const courses = choices.courses.filter(({ operation }) => operation === template.operation);
  const [chosen, setChosen] = useState(() => chosenIn(template.course_selector));
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
    const expected = { course_selector: template.course_selector, ...theirs.values };
    const call = { path: { slug }, body: { course_selector: selector, expected } };
    if (await save(() => send("POST", "/admin/api/r/{slug}/course_selectors", call))) onSaved();
  };
  return (
    <FormModal title={t("refills.courses_title")} about={template.title} onClose={onClose}>
      <DialogContent dividers sx={{ display: "grid", alignContent: "start", gap: 1 }}>
        <FormConflicts
          theirs={theirs}
          fields={{
            course_selector: {
              label: t("refills.courses_title"),
              text: (saved) => coursesLines(saved as Course[], choices, t).join("\n"),
              take: (saved) => setChosen(chosenIn(saved as Course[])),
            },
          }}
        />
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
        disabled={isUndecided || chosen.size === 0 || !isValid}
        onClose={onClose}
        onSave={() => void submit()}
      />
    </FormModal>
  );
}
