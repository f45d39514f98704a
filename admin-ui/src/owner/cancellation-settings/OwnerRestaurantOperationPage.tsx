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
import { turned, wholeNumber } from "./model";
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
          onSaved={() => void reload()}
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
                onSaved={() => void reload()}
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
  onSaved: () => void;
  onUnsaved: (isChanged: boolean) => void;
}

function OperationForm({ slug, settings, onSaved, onUnsaved }: OperationProps) {
  const t = useT();
  const { busy, write } = useNoticedWrite();
  const { enable_online_cancellation: enabled, can_create_online_cancellation_within_days: within } = settings;
  const [form, setForm] = useState({ on: enabled, days: within === null ? "" : String(within), last: "" });
  useReportChanged(form.on !== enabled || wholeNumber(form.days) !== within, onUnsaved);
  const days = wholeNumber(form.days);
  const invalid = form.on && form.days.trim() !== "" && days === null;
  const save = async () => {
    const restaurant_operation = {
      enable_online_cancellation: form.on,
      can_create_online_cancellation_within_days: days,
    };
    const call = { path: { slug }, body: { restaurant_operation } };
    if (!(await write(() => send("PATCH", "/owners/api/restaurant_operations/{slug}", call)))) return;
    showFlash({ kind: "notice", message: t("cancellation_settings.saved"), sticky: false });
    onSaved();
  };
  return (
    <Paper
      variant="outlined"
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!invalid) void save();
      }}
      sx={{ p: 3, display: "grid", gap: 2, justifyItems: "start" }}
    >
      <Typography>{t("cancellation_settings.lead")}</Typography>
      <FormControlLabel
        control={<Switch checked={form.on} onChange={() => setForm(turned)} />}
        label={t("cancellation_settings.enable")}
      />
      <TextField
        label={t("cancellation_settings.days")}
        value={form.days}
        disabled={!form.on}
        error={invalid}
        helperText={t(invalid ? "cancellation_settings.days_invalid" : "cancellation_settings.days_hint")}
        onChange={(event) => setForm({ ...form, days: event.target.value })}
        slotProps={{
          htmlInput: { inputMode: "numeric" },
          input: {
            endAdornment: <InputAdornment position="end">{t("cancellation_settings.days_unit")}</InputAdornment>,
          },
        }}
        sx={{ width: "min(100%, 26rem)" }}
      />
      <Writers of="office">
        <Button type="submit" variant="contained" loading={busy} disabled={invalid}>
          {t("console.save")}
        </Button>
      </Writers>
    </Paper>
  );
}
