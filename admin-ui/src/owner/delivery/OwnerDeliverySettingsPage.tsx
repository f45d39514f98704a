import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import { send, showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import type { Translate } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";
import { PageTitle, errorText, useLeaveGuard, useWrite } from "@/console/ui";
import { theirsIn } from "@/console/ui/forms";
import { ChangedMeanwhile, decisionsOf, sendEdit, useDraft } from "../drafts";
import { Writers } from "../rights";

type Setting = Required<Schemas["RestaurantDeliverySetting"]>;

const OWN = ["client_name", "client_phone_number", "client_zip_code", "client_address"] as const;
const CARRIER = ["client_code_for_yamato", "fare_number_for_yamato"] as const;
const FIELDS = ["delivery_service_type", ...OWN, ...CARRIER, "payment_type"] as const;

type TextName = (typeof OWN)[number] | (typeof CARRIER)[number];
type Service = "yamato" | "sagawa" | "other";
type Payment = "prepaid" | "cod";

/** Sets how the restaurant sends parcels. The fields of a carrier are shown only if it is enabled. */
export default function OwnerDeliverySettingsPage() {
  const { data, session } = usePage<"owner_delivery_settings">();
  return <SettingForm key={session.restaurant.slug} saved={data.restaurant_delivery_setting as Setting} />;
}

/** Returns the label and the saved text of each field. */
function shownFields(saved: Setting, t: Translate): Record<keyof Setting, { label: string; saved: string }> {
  const texts = [...OWN, ...CARRIER].map(
    (name) => [name, { label: t(`delivery.${name}`), saved: saved[name] }] as const,
  );
  return {
    ...(Object.fromEntries(texts) as Record<TextName, { label: string; saved: string }>),
    delivery_service_type: {
      label: t("delivery.service"),
      saved: t(`delivery.services.${saved.delivery_service_type as Service}`),
    },
    payment_type: { label: t("delivery.payment"), saved: t(`delivery.payments.${saved.payment_type as Payment}`) },
  };
}

function SettingForm({ saved }: { saved: Setting }) {
  const t = useT();
  const { data, features, session, reload } = usePage<"owner_delivery_settings">();
  const edit = useDraft(null, saved);
  const { draft: setting, set, expected, clashes } = edit;
  useLeaveGuard(edit.isUnsaved);
  const { busy, problem, error, fields, write, reset } = useWrite({
    words: (refused) => (theirsIn(refused) === null ? t("delivery.failed") : errorText(refused, t)),
  });
  // A conflict has its own message, until the user decides.
  const errors = theirsIn(error) === null ? fields : {};

  const save = () =>
    write(async () => {
      const changed = Object.fromEntries(
        FIELDS.filter((name) => name in expected).map((name) => [name, setting[name]]),
      );
      const call = {
        path: { slug: session.restaurant.slug },
        body: { restaurant_delivery_setting: changed, expected },
      };
      const patch = () => send("PATCH", "/owners/api/restaurant_delivery_settings/{slug}", call);
      const { message } = await sendEdit(patch, reload);
      edit.sent(setting);
      showFlash({ kind: "notice", message, sticky: false });
      await reload();
    });
  const text = (name: TextName, help?: string) => (
    <TextField
      key={name}
      label={t(`delivery.${name}`)}
      value={setting[name]}
      error={errors[name] !== undefined}
      helperText={errors[name] ?? help}
      onChange={(event) => set({ [name]: event.target.value })}
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
          if (clashes.length === 0) void save();
        }}
        sx={{ p: 2, display: "grid", gap: 2, maxWidth: 640 }}
      >
        {problem !== null && <Alert severity="error">{problem}</Alert>}
        <TextField
          select
          label={t("delivery.service")}
          value={setting.delivery_service_type}
          onChange={(event) => set({ delivery_service_type: event.target.value })}
        >
          {data.services.map((service) => (
            <MenuItem key={service} value={service}>
              {t(`delivery.services.${service as Service}`)}
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
          onChange={(event) => set({ payment_type: event.target.value })}
        >
          {data.payments.map((payment) => (
            <MenuItem key={payment} value={payment}>
              {t(`delivery.payments.${payment as Payment}`)}
            </MenuItem>
          ))}
        </TextField>
        <ChangedMeanwhile form={decisionsOf(edit, reset)} fields={shownFields(saved, t)} />
        <Writers of="office">
          <Button
            type="submit"
            variant="contained"
            loading={busy}
            disabled={clashes.length > 0}
            sx={{ justifySelf: "start" }}
          >
            {t("console.save")}
          </Button>
        </Writers>
      </Paper>
    </>
  );
}
