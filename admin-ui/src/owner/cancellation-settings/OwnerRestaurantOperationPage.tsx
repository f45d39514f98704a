import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import InputAdornment from "@mui/material/InputAdornment";
import Paper from "@mui/material/Paper";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { send, showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";
import { PageTitle, useLeaveGuard, useNoticedWrite, useReportChanged } from "@/console/ui";
import { GroupStandbyForm } from "./GroupStandbyForm";
import { operationFields, turned, wholeNumber } from "./model";
import { ChangedMeanwhile, sendEdit, useDraft } from "../drafts";
import { Writers } from "../rights";

/** Sets whether cancelled bookings create cancellation slots, and when each group is notified of them (owner §2). */
export default function OwnerRestaurantOperationPage() {
  const t = useT();
  const { data, session, reload } = usePage<"owner_restaurant_operation">();
  const { restaurant_operation, customer_groups } = data;
  const [unsaved, setUnsaved] = useState<Readonly<Record<string, boolean>>>({});
  useLeaveGuard(Object.values(unsaved).includes(true));
  const reportChangedOf = (form: string) => (isChanged: boolean) =>
    setUnsaved((old) => ({ ...old, [form]: isChanged }));
  return (
    <>
      <PageTitle title={t("menu.cancellation_settings")} />
      <Box sx={{ display: "grid", gap: 4, maxWidth: 760 }}>
        <OperationForm
          key={session.restaurant.slug}
          slug={session.restaurant.slug}
          settings={restaurant_operation}
          reload={reload}
          onUnsaved={reportChangedOf("operation")}
        />
        <section aria-labelledby="groups">
          <Typography variant="h2" id="groups" sx={{ mb: 1 }}>
            {t("cancellation_settings.groups")}
          </Typography>
          <Typography sx={{ mb: 2 }}>{t("cancellation_settings.groups_lead")}</Typography>
          {customer_groups.length === 0 && (
            <Typography color="text.secondary">{t("cancellation_settings.no_groups")}</Typography>
          )}
          <Box sx={{ display: "grid", gap: 2 }}>
            {customer_groups.map((group) => (
              <GroupStandbyForm
                key={group.id}
                group={group}
                reload={reload}
                onUnsaved={reportChangedOf(String(group.id))}
              />
            ))}
          </Box>
        </section>
      </Box>
    </>
  );
}

interface OperationProps {
  slug: string;
  settings: Schemas["OnlineCancellationSettings"];
  /** Loads the page again. */
  reload: () => Promise<void>;
  onUnsaved: (isChanged: boolean) => void;
}

function OperationForm({ slug, settings, reload, onUnsaved }: OperationProps) {
  const t = useT();
  const { busy, write } = useNoticedWrite();
  const { enable_online_cancellation: enabled, can_create_online_cancellation_within_days: within } = settings;
  const saved = { on: enabled, days: within === null ? "" : String(within) };
  const edit = useDraft(null, saved);
  const { draft: form, set, expected, clashes } = edit;
  // The days before the switch was turned off.
  const [last, setLast] = useState("");
  useReportChanged(edit.isUnsaved, onUnsaved);
  const days = wholeNumber(form.days);
  const invalid = form.on && form.days.trim() !== "" && days === null;
  const save = async () => {
    const body = {
      restaurant_operation: operationFields({ on: form.on, days }, expected),
      expected: operationFields(expected, expected),
    };
    const patch = () => send("PATCH", "/owners/api/restaurant_operations/{slug}", { path: { slug }, body });
    if (!(await write(() => sendEdit(patch, reload)))) return;
    edit.sent(form);
    showFlash({ kind: "notice", message: t("cancellation_settings.saved"), sticky: false });
    await reload();
  };
  const turn = () => {
    const { on, days: shown, last: kept } = turned({ ...form, last });
    set({ on, days: shown });
    setLast(kept);
  };
  return (
    <Paper
      variant="outlined"
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!invalid && clashes.length === 0) void save();
      }}
      sx={{ p: 3, display: "grid", gap: 2, justifyItems: "start" }}
    >
      <Typography>{t("cancellation_settings.lead")}</Typography>
      <FormControlLabel
        control={<Switch checked={form.on} onChange={turn} />}
        label={t("cancellation_settings.enable")}
      />
      <TextField
        label={t("cancellation_settings.days")}
        value={form.days}
        disabled={!form.on}
        error={invalid}
        helperText={t(invalid ? "cancellation_settings.days_invalid" : "cancellation_settings.days_hint")}
        onChange={(event) => set({ days: event.target.value })}
        slotProps={{
          htmlInput: { inputMode: "numeric" },
          input: {
            endAdornment: <InputAdornment position="end">{t("cancellation_settings.days_unit")}</InputAdornment>,
          },
        }}
        sx={{ width: "min(100%, 26rem)" }}
      />
      <ChangedMeanwhile
        form={edit}
        fields={{
          // A switch has two values, so two users who change it want the same.
          on: { label: t("cancellation_settings.enable"), saved: "" },
          days: { label: t("cancellation_settings.days"), saved: saved.days },
        }}
      />
      <Writers of="office">
        <Button type="submit" variant="contained" loading={busy} disabled={invalid || clashes.length > 0}>
          {t("console.save")}
        </Button>
      </Writers>
    </Paper>
  );
}
