import Alert from "@mui/material/Alert";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useInput } from "ra-core";
import { BooleanInput, CheckboxGroupInput, NumberInput, TextInput } from "react-admin";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { errorOf } from "@/console/ui/forms";
import { isWithin } from "./model";
import type { Grade } from "./model";
import type { Recipients } from "./use-recipients";

/** Aligns the checkboxes with the fields below. */
const checkboxes = { m: 0, "& .MuiFormGroup-root": { ml: -1.5 } };

interface Props {
  choices: Schemas["AnnouncementChoices"];
  isAdmin: boolean;
  recipients: Recipients;
}

/**
 * Chooses the audience of an announcement: groups and prefectures; for admins also grades, a maximum number of
 * recipients, whether to include unsubscribed customers, and the time of sending.
 */
export function RecipientSelector({ choices, isAdmin, recipients }: Props) {
  const t = useT();
  const groups = choices.groups.map(({ id, label, recipients_count: count }) => ({
    id,
    name: t("announcement_form.group_count", { label, count }),
  }));
  return (
    <Paper component="section" variant="outlined" aria-labelledby="recipients" sx={{ p: 2, display: "grid", gap: 2 }}>
      <Box>
        <Typography id="recipients" variant="h3" component="h2">
          {t("announcement_form.recipients")}
        </Typography>
        <Typography color="text.secondary" variant="body2">
          {t("announcement_form.recipients_help")}
        </Typography>
      </Box>
      <CheckboxGroupInput
        source="only_customer_group_ids"
        label={t("announcement_form.groups")}
        choices={groups}
        translateChoice={false}
        helperText={false}
        sx={checkboxes}
      />
      <PrefecturesInput prefectures={choices.prefectures} />
      {isAdmin && <AdminPart grades={choices.premium_grades} recipients={recipients} />}
      <Total recipients={recipients} />
    </Paper>
  );
}

function PrefecturesInput({ prefectures }: { prefectures: Schemas["AnnouncementChoices"]["prefectures"] }) {
  const t = useT();
  const input = useInput<string[]>({ source: "only_prefectures" });
  const { field, fieldState } = input;
  return (
    <Autocomplete
      multiple
      options={prefectures}
      value={prefectures.filter(({ code }) => field.value.includes(code))}
      getOptionLabel={({ label }) => label}
      isOptionEqualToValue={(a, b) => a.code === b.code}
      onChange={(_, next) => field.onChange(next.map(({ code }) => code))}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t("announcement_form.prefectures")}
          error={fieldState.invalid}
          helperText={errorOf(input)}
        />
      )}
    />
  );
}

function AdminPart({ grades, recipients }: { grades: readonly string[]; recipients: Recipients }) {
  const t = useT();
  const max = recipients.count ?? 0;
  const within = (count: number | null) =>
    count === null || isWithin(count, max) ? undefined : t("announcement_detail.resend_range", { max });
  return (
    <Box
      component="fieldset"
      sx={{ border: 1, borderColor: "divider", borderRadius: 1, p: 2, m: 0, display: "grid", gap: 2 }}
    >
      <legend>{t("announcement_form.admin")}</legend>
      <CheckboxGroupInput
        source="only_premium_grades"
        label={t("announcement_form.grades")}
        choices={grades.map((id) => ({ id, name: t(`announcements.grades.${id as Grade}`) }))}
        translateChoice={false}
        helperText={false}
        sx={checkboxes}
      />
      <BooleanInput
        source="include_unsubscribed_customers"
        label={t("announcement_form.force")}
        helperText={t("announcement_form.force_help")}
      />
      <NumberInput
        source="send_count"
        size="medium"
        label={t("announcement_form.send_count")}
        min={1}
        max={max}
        validate={within}
        helperText={t("announcement_form.send_count_help", { max })}
      />
      <TextInput
        source="scheduled_at"
        type="datetime-local"
        label={t("announcement_form.scheduled_at")}
        helperText={t("announcement_form.scheduled_at_help")}
        slotProps={{ inputLabel: { shrink: true } }}
      />
    </Box>
  );
}

function Total({ recipients }: { recipients: Recipients }) {
  const t = useT();
  if (recipients.failed) return <Alert severity="error">{t("announcement_form.fetch_failed")}</Alert>;
  if (recipients.count === null) return <Typography role="status">{t("console.loading")}</Typography>;
  if (recipients.count === 0) return <Alert severity="warning">{t("announcement_form.no_recipients")}</Alert>;
  return (
    <Typography role="status" sx={{ fontWeight: 600 }}>
      {t("announcement_form.total")}:{" "}
      {t("announcement_form.total_of", { count: recipients.count, all: recipients.customers ?? recipients.count })}
    </Typography>
  );
}
