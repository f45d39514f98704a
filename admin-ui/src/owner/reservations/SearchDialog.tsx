import { useState } from "react";
import type { FormEvent } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Chip from "@mui/material/Chip";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormGroup from "@mui/material/FormGroup";
import FormLabel from "@mui/material/FormLabel";
import TextField from "@mui/material/TextField";
import type { Schemas } from "@/owner/api";
import { Dialog, isReversed } from "@/console/ui";
import { useT } from "@/owner/i18n/use-t";
import { NO_FILTER, STATUSES, TYPES, toggled } from "./search";
import type { ListFilter } from "./search";

interface Props {
  filter: ListFilter;
  presets: readonly Schemas["DatePreset"][];
  onClose: () => void;
  onShow: (filter: ListFilter) => void;
}

/** Edits all conditions of the list together. */
export function SearchDialog({ filter, presets, onClose, onShow }: Props) {
  const t = useT();
  const [draft, setDraft] = useState(filter);
  const areReversed = isReversed(draft.from ?? "", draft.till ?? "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!areReversed) onShow(draft);
  };
  const dates = { slotProps: { inputLabel: { shrink: true } }, type: "date", size: "small" } as const;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="reservation-search">
      <DialogTitle id="reservation-search">{t("reservations.search")}</DialogTitle>
      <Box component="form" onSubmit={submit} sx={{ display: "contents" }}>
        <DialogContent sx={{ display: "grid", gap: 2.5 }}>
          <TextField
            label={t("reservations.name_search")}
            value={draft.text}
            onChange={(event) => setDraft({ ...draft, text: event.target.value })}
            sx={{ mt: 1 }}
          />
          <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
            {presets.map(({ key, from, till }) => (
              <Chip
                key={key}
                label={t(`reservations.preset.${key as "next_7_days"}`)}
                onClick={() => setDraft({ ...draft, from, till })}
              />
            ))}
          </Box>
          <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" } }}>
            <TextField
              {...dates}
              label={t("reservations.from")}
              value={draft.from ?? ""}
              onChange={(event) => setDraft({ ...draft, from: event.target.value || null })}
            />
            <TextField
              {...dates}
              label={t("reservations.till")}
              value={draft.till ?? ""}
              error={areReversed}
              helperText={areReversed && t("console.dates_reversed")}
              onChange={(event) => setDraft({ ...draft, till: event.target.value || null })}
            />
          </Box>
          <Choices
            label={t("reservations.statuses")}
            choices={STATUSES.map((status) => [status, t(`reservation_facts.status.${status}`)])}
            chosen={draft.statuses}
            onChange={(statuses) => setDraft({ ...draft, statuses })}
          />
          <Choices
            label={t("reservation_facts.type_label")}
            choices={TYPES.map((type) => [type, t(`reservation_facts.type.${type}`)])}
            chosen={draft.types}
            onChange={(types) => setDraft({ ...draft, types })}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setDraft(NO_FILTER)}>{t("reservations.clear")}</Button>
          <Button onClick={onClose}>{t("console.cancel")}</Button>
          <Button type="submit" variant="contained">
            {t("reservations.show")}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

interface ChoicesProps {
  label: string;
  choices: readonly (readonly [value: string, label: string])[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

function Choices({ label, choices, chosen, onChange }: ChoicesProps) {
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend">{label}</FormLabel>
      <FormGroup row>
        {choices.map(([value, text]) => (
          <FormControlLabel
            key={value}
            label={text}
            control={<Checkbox checked={chosen.includes(value)} onChange={() => onChange(toggled(chosen, value))} />}
          />
        ))}
      </FormGroup>
    </FormControl>
  );
}
