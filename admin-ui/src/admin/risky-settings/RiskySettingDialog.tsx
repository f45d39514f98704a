import { useId, useState } from "react";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { send, showFlash } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { useSlug } from "@/admin/navigation";
import { useAsk, useWrite } from "@/console/ui";
import { bodyOf, changedValue, nameOf, valueText } from "./words";
import type { Setting } from "./words";

interface Props {
  setting: Setting;
  onClose: () => void;
  onSaved: () => void;
}

/** A new value for one setting. The effect of the change is shown and confirmed before it is saved. */
export function RiskySettingDialog({ setting, onClose, onSaved }: Props) {
  const t = useT();
  const id = useId();
  const ask = useAsk();
  const slug = useSlug();
  const [typed, setTyped] = useState(String(setting.value));
  const saving = useWrite({
    handles: () => {
      showFlash({ kind: "alert", message: t("risky_settings.update_failed"), sticky: false });
      return false;
    },
  });
  const value = changedValue(setting, typed);
  const name = nameOf(setting, t);
  const effect = t(`risky_settings.effect.${setting.name}`);

  const save = async () => {
    if (value === null) return;
    const fromTo = t("risky_settings.from_to", {
      old: valueText(setting, setting.value, t),
      new: valueText(setting, value, t),
    });
    const text = (
      <>
        <Typography sx={{ fontWeight: 700, mb: 1 }}>{fromTo}</Typography>
        <Typography>{effect}</Typography>
      </>
    );
    const title = t("risky_settings.question", { name });
    if (!(await ask({ title, text, agree: t("risky_settings.agree"), danger: true }))) return;
    const call = { path: { slug }, body: bodyOf(setting, value) };
    await saving.write(async () => {
      await send("PUT", "/admin/api/r/{slug}/restaurant_dengerous_settings", call);
      onSaved();
    });
  };

  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={id} onClose={saving.busy ? undefined : onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <DialogTitle id={id}>{t("risky_settings.change_of", { name })}</DialogTitle>
        <DialogContent sx={{ display: "grid", gap: 2 }}>
          <Typography>{effect}</Typography>
          <Typography>
            {t("risky_settings.current")}: <strong>{valueText(setting, setting.value, t)}</strong>
          </Typography>
          <NewValue setting={setting} typed={typed} onType={setTyped} />
          {saving.problem !== null && <Alert severity="error">{saving.problem}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={saving.busy}>
            {t("console.cancel")}
          </Button>
          <Button type="submit" variant="contained" loading={saving.busy} disabled={value === null}>
            {t("risky_settings.review")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface NewValueProps {
  setting: Setting;
  typed: string;
  onType: (typed: string) => void;
}

function NewValue({ setting, typed, onType }: NewValueProps) {
  const t = useT();
  const { min, max, choices } = setting;
  const label = t("risky_settings.new");
  if (min !== null && max !== null) {
    const isWrong = changedValue(setting, typed) === null && typed !== String(setting.value);
    return (
      <TextField
        label={label}
        value={typed}
        error={isWrong}
        helperText={t("risky_settings.range", { min, max })}
        onChange={(event) => onType(event.target.value)}
        slotProps={{ htmlInput: { inputMode: "numeric" } }}
      />
    );
  }
  const values = choices.length > 0 ? choices : [true, false];
  return (
    <TextField
      select
      label={label}
      value={typed}
      onChange={(event) => onType(event.target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {values.map((value) => (
        <option key={String(value)} value={String(value)}>
          {valueText(setting, value, t)}
        </option>
      ))}
    </TextField>
  );
}
