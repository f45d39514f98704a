import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import { send, showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";
import { PageTitle, useLeaveGuard, useWrite } from "@/console/ui";
import { Writers } from "../rights";

type Setting = Required<Schemas["RestaurantDeliverySetting"]>;

const OWN = ["client_name", "client_phone_number", "client_zip_code", "client_address"] as const;
const CARRIER = ["client_code_for_yamato", "fare_number_for_yamato"] as const;

/** Sets how the restaurant sends parcels. The fields of a carrier are shown only if it is enabled. */
export default function OwnerDeliverySettingsPage() {
  const { data } = usePage<"owner_delivery_settings">();
  const saved = data.restaurant_delivery_setting as Setting;
  return <SettingForm key={JSON.stringify(saved)} saved={saved} />;
}

function SettingForm({ saved }: { saved: Setting }) {
  const t = useT();
  const { data, features, session, reload } = usePage<"owner_delivery_settings">();
  const [setting, setSetting] = useState(saved);
  useLeaveGuard(JSON.stringify(setting) !== JSON.stringify(saved));
  const { busy, problem, fields: errors, write } = useWrite({ words: () => t("delivery.failed") });

  const save = () =>
    write(async () => {
      const { message } = await send("PATCH", "/owners/api/restaurant_delivery_settings/{slug}", {
        path: { slug: session.restaurant.slug },
        body: { restaurant_delivery_setting: setting },
      });
      showFlash({ kind: "notice", message, sticky: false });
      await reload();
    });
  const text = (name: keyof Setting, help?: string) => (
    <TextField
      key={name}
      label={t(`delivery.${name as (typeof OWN)[number] | (typeof CARRIER)[number]}`)}
      value={setting[name]}
      error={errors[name] !== undefined}
      helperText={errors[name] ?? help}
      onChange={(event) => setSetting({ ...setting, [name]: event.target.value })}
    />
  );

  return (
    <>
      <PageTitle title={t("delivery.title")} />
      <Paper
        component="form"
        noValidate
        variant="outlined"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        sx={{ p: 2, display: "grid", gap: 2, maxWidth: 640 }}
      >
        {problem !== null && <Alert severity="error">{problem}</Alert>}
        <TextField
          select
          label={t("delivery.service")}
          value={setting.delivery_service_type}
          onChange={(event) => setSetting({ ...setting, delivery_service_type: event.target.value })}
        >
          {data.services.map((service) => (
            <MenuItem key={service} value={service}>
              {t(`delivery.services.${service as "yamato" | "sagawa" | "other"}`)}
            </MenuItem>
          ))}
        </TextField>
        {OWN.map((name) => text(name, t("delivery.default_help")))}
        {features.deliveryProvider && (
          <Box component="fieldset" sx={{ border: 1, borderColor: "divider", p: 2, m: 0, display: "grid", gap: 2 }}>
            <legend>{t("delivery.carrier")}</legend>
            {CARRIER.map((name) => text(name))}
          </Box>
        )}
        <TextField
          select
          label={t("delivery.payment")}
          value={setting.payment_type}
          onChange={(event) => setSetting({ ...setting, payment_type: event.target.value })}
        >
          {data.payments.map((payment) => (
            <MenuItem key={payment} value={payment}>
              {t(`delivery.payments.${payment as "prepaid" | "cod"}`)}
            </MenuItem>
          ))}
        </TextField>
        <Writers of="office">
          <Button type="submit" variant="contained" loading={busy} sx={{ justifySelf: "start" }}>
            {t("console.save")}
          </Button>
        </Writers>
      </Paper>
    </>
  );
}
