import { useId, useState } from "react";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useT } from "@/admin/i18n/use-t";
import { Dialog, useDialogGuard } from "@/console/ui";
import { EMPTY, formOf, isComplete } from "./model";
import type { RaffleForm, RaffleRound } from "./model";

interface Props {
  /** The edited raffle; null for a new one. */
  round: RaffleRound | null;
  busy: boolean;
  onSave: (form: RaffleForm) => void;
  onClose: () => void;
}

/** A raffle's period, winners and questionnaire. */
export function RaffleDialog({ round, busy, onSave, onClose }: Props) {
  const t = useT();
  const id = useId();
  const [form, setForm] = useState(round === null ? EMPTY : formOf(round));
  const { close, touch } = useDialogGuard(onClose);
  const field = (name: keyof RaffleForm) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  const time = { type: "datetime-local", required: true, slotProps: { inputLabel: { shrink: true } } } as const;
  const number = { type: "number", required: true } as const;
  return (
    <Dialog open onClose={busy ? undefined : close} onChange={touch} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{t(round === null ? "raffles.add" : "raffles.edit")}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 2, pt: "8px !important" }}>
        <TextField label={t("raffles.from")} {...time} {...field("from")} />
        <TextField label={t("raffles.till")} {...time} {...field("till")} />
        <TextField label={t("raffles.winners_count")} {...number} {...field("winners_count")} />
        <TextField label={t("raffles.entries_limit")} {...number} {...field("entries_limit")} />
        <TextField
          label={t("raffles.questions")}
          helperText={t("raffles.questions_hint")}
          multiline
          minRows={3}
          {...field("questions")}
        />
        <Typography variant="body2" color="text.secondary">
          {t("raffles.until_opens")}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {t("console.cancel")}
        </Button>
        <Button variant="contained" loading={busy} disabled={!isComplete(form)} onClick={() => onSave(form)}>
          {t("console.save")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
