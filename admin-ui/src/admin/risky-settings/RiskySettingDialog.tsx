import { useId, useState } from "react";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { send, showFlash, withdrawFlash } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { useSlug } from "@/admin/navigation";
import { JustificationDialog } from "@/console/security";
import type { Justification } from "@/console/security";
import { Dialog } from "@/console/ui";
import { theirsIn } from "@/console/ui/forms";
import { bodyOf, changedValue, nameOf, valueText } from "./words";
import type { Setting } from "./words";

interface Props {
  setting: Setting;
  onClose: () => void;
  /** Reads the page again, because another admin has changed the setting meanwhile. */
  onOvertaken: () => void;
  onSaved: () => void;
}

/** A new value for one setting. Its effect is shown, and a reason and a proof of identity are required, before it is saved. */
export function RiskySettingDialog({ setting, onClose, onOvertaken, onSaved }: Props) {
  const t = useT();
  const id = useId();
  const slug = useSlug();
  const [typed, setTyped] = useState(String(setting.value));
  const [isReviewed, setIsReviewed] = useState(false);
  const value = changedValue(setting, typed);
  const name = nameOf(setting, t);
  const effect = t(`risky_settings.effect.${setting.name}`);

  if (isReviewed && value !== null) {
    const save = async (justification: Justification) => {
      const body = { ...bodyOf(setting, value), expected: { [setting.name]: setting.value }, ...justification };
      const failed = t("risky_settings.update_failed");
      withdrawFlash(failed);
      try {
        await send("PUT", "/admin/api/r/{slug}/restaurant_dengerous_settings", { path: { slug }, body });
      } catch (error) {
        if (theirsIn(error) !== null) onOvertaken();
        showFlash({ kind: "alert", message: failed, sticky: false });
        throw error;
      }
      onSaved();
    };
    const fromTo = t("risky_settings.from_to", {
      old: valueText(setting, setting.value, t),
      new: valueText(setting, value, t),
    });
    return (
      <JustificationDialog
        title={t("risky_settings.question", { name })}
        text={
          <>
            <Typography sx={{ fontWeight: 700, mb: 1 }}>{fromTo}</Typography>
            <Typography>{effect}</Typography>
          </>
        }
        agree={t("risky_settings.agree")}
        onClose={() => setIsReviewed(false)}
        onConfirm={save}
      />
    );
  }

  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={id} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setIsReviewed(value !== null);
        }}
      >
        <DialogTitle id={id}>{t("risky_settings.change_of", { name })}</DialogTitle>
        <DialogContent sx={{ display: "grid", gap: 2 }}>
          <Typography>{effect}</Typography>
          <Typography>
            {t("risky_settings.current")}: <strong>{valueText(setting, setting.value, t)}</strong>
          </Typography>
          <NewValue setting={setting} typed={typed} onType={setTyped} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t("console.cancel")}</Button>
          <Button type="submit" variant="contained" disabled={value === null}>
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
