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
import { groupFields, wholeNumber } from "./model";
import { ChangedMeanwhile, sendEdit, useDraft } from "../drafts";
import { Writers } from "../rights";

interface Props {
  group: Schemas["StandbySettings"];
  /** Loads the page again. */
  reload: () => Promise<void>;
  onUnsaved: (isChanged: boolean) => void;
}

/** Sets when a customer group is notified of cancellation slots; 0 for a group that is not (owner §5). */
export function GroupStandbyForm({ group, reload, onUnsaved }: Props) {
  const t = useT();
  const { busy, write } = useNoticedWrite();
  const saved = {
    allow: group.allow_standby,
    immediate: group.standby_notify_immediate,
    days: String(group.standby_notify_before_days),
    hours: String(group.standby_notify_before_hours),
  };
  const edit = useDraft(null, saved);
  const { draft, set, expected, clashes } = edit;
  const { allow, immediate, days, hours } = draft;
  const numbers = { days: wholeNumber(days), hours: wholeNumber(hours) };
  useReportChanged(edit.isUnsaved, onUnsaved);
  const isInvalid = allow && !immediate && (numbers.days === null || numbers.hours === null);
  const save = async () => {
    const body = {
      customer_group: groupFields({ allow, immediate, days: numbers.days ?? 0, hours: numbers.hours ?? 0 }, expected),
      expected: groupFields(expected, expected),
    };
    const call = { path: { id: String(group.id) }, body };
    const patch = () => send("PATCH", "/owners/api/customer_groups/{id}", call);
    if (!(await write(() => sendEdit(patch, reload)))) return;
    edit.sent(draft);
    showFlash({
      kind: "notice",
      message: t("cancellation_settings.group_saved", { group: group.label }),
      sticky: false,
    });
    await reload();
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
        if (!isInvalid && clashes.length === 0) void save();
      }}
      sx={{ p: 2, display: "grid", gap: 1 }}
    >
      <Typography variant="h3">{group.label}</Typography>
      <FormControlLabel
        control={<Switch checked={allow} onChange={(_, on) => set({ allow: on })} />}
        label={t("cancellation_settings.allow")}
      />
      <FormControlLabel
        disabled={!allow}
        control={<Switch checked={allow && immediate} onChange={(_, on) => set({ immediate: on })} />}
        label={t("cancellation_settings.immediate")}
      />
      <Box sx={{ display: "flex", gap: 2, flexWrap: "wrap", mt: 1 }}>
        {field(t("cancellation_settings.before_days"), allow ? days : "0", numbers.days, (text) => set({ days: text }))}
        {field(t("cancellation_settings.before_hours"), allow ? hours : "0", numbers.hours, (text) =>
          set({ hours: text }),
        )}
      </Box>
      <ChangedMeanwhile
        form={edit}
        fields={{
          // A switch has two values, so two users who change it want the same.
          allow: { label: t("cancellation_settings.allow"), saved: "" },
          immediate: { label: t("cancellation_settings.immediate"), saved: "" },
          days: { label: t("cancellation_settings.before_days"), saved: saved.days },
          hours: { label: t("cancellation_settings.before_hours"), saved: saved.hours },
        }}
      />
      <Writers of="office">
        <Button
          type="submit"
          variant="outlined"
          loading={busy}
          disabled={isInvalid || clashes.length > 0}
          aria-label={t("cancellation_settings.save_group", { group: group.label })}
          sx={{ justifySelf: "start" }}
        >
          {t("console.save")}
        </Button>
      </Writers>
    </Paper>
  );
}
