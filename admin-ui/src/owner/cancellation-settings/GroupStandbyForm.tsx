import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Paper from "@mui/material/Paper";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { send, showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useNoticedWrite, useReportChanged } from "@/console/ui";
import { wholeNumber } from "./model";
import { Writers } from "../rights";

interface Props {
  group: Schemas["StandbySettings"];
  onSaved: () => void;
  onUnsaved: (isChanged: boolean) => void;
}

/** Sets when a customer group is notified of cancellation slots; 0 for a group that is not (owner §5). */
export function GroupStandbyForm({ group, onSaved, onUnsaved }: Props) {
  const t = useT();
  const { busy, write } = useNoticedWrite();
  const [allow, setAllow] = useState(group.allow_standby);
  const [immediate, setImmediate] = useState(group.standby_notify_immediate);
  const [days, setDays] = useState(String(group.standby_notify_before_days));
  const [hours, setHours] = useState(String(group.standby_notify_before_hours));
  const numbers = { days: wholeNumber(days), hours: wholeNumber(hours) };
  useReportChanged(
    allow !== group.allow_standby ||
      immediate !== group.standby_notify_immediate ||
      numbers.days !== group.standby_notify_before_days ||
      numbers.hours !== group.standby_notify_before_hours,
    onUnsaved,
  );
  const isInvalid = allow && !immediate && (numbers.days === null || numbers.hours === null);
  const save = async () => {
    const customer_group = {
      allow_standby: allow,
      standby_notify_immediate: allow && immediate,
      standby_notify_before_days: allow ? (numbers.days ?? 0) : 0,
      standby_notify_before_hours: allow ? (numbers.hours ?? 0) : 0,
    };
    const call = { path: { id: String(group.id) }, body: { customer_group } };
    if (!(await write(() => send("PATCH", "/owners/api/customer_groups/{id}", call)))) return;
    showFlash({
      kind: "notice",
      message: t("cancellation_settings.group_saved", { group: group.label }),
      sticky: false,
    });
    onSaved();
  };
  const field = (label: string, text: string, number: number | null, onChange: (text: string) => void) => (
    <TextField
      size="small"
      label={label}
      value={text}
      disabled={!allow || immediate}
      error={allow && !immediate && number === null}
      helperText={allow && !immediate && number === null ? t("cancellation_settings.number_invalid") : undefined}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { inputMode: "numeric" } }}
      sx={{ width: 150 }}
    />
  );
  return (
    <Paper
      variant="outlined"
      component="form"
      aria-label={group.label}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isInvalid) void save();
      }}
      sx={{ p: 2, display: "grid", gap: 1 }}
    >
      <Typography variant="h3">{group.label}</Typography>
      <FormControlLabel
        control={<Switch checked={allow} onChange={(_, on) => setAllow(on)} />}
        label={t("cancellation_settings.allow")}
      />
      <FormControlLabel
        disabled={!allow}
        control={<Switch checked={allow && immediate} onChange={(_, on) => setImmediate(on)} />}
        label={t("cancellation_settings.immediate")}
      />
      <Box sx={{ display: "flex", gap: 2, flexWrap: "wrap", mt: 1 }}>
        {field(t("cancellation_settings.before_days"), allow ? days : "0", numbers.days, setDays)}
        {field(t("cancellation_settings.before_hours"), allow ? hours : "0", numbers.hours, setHours)}
      </Box>
      <Writers of="office">
        <Button
          type="submit"
          variant="outlined"
          loading={busy}
          disabled={isInvalid}
          aria-label={t("cancellation_settings.save_group", { group: group.label })}
          sx={{ justifySelf: "start" }}
        >
          {t("console.save")}
        </Button>
      </Writers>
    </Paper>
  );
}
