import Alert from "@mui/material/Alert";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormGroup from "@mui/material/FormGroup";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { Schemas } from "@/api";
import { useT } from "@/i18n/use-t";
import { countWithin, toggled } from "./model";
import type { Draft, Grade } from "./model";
import type { Recipients } from "./use-recipients";

interface Props {
  draft: Draft;
  choices: Schemas["AnnouncementChoices"];
  isAdmin: boolean;
  recipients: Recipients;
  onChange: (part: Partial<Draft>) => void;
}

/** Whom an announcement is for: groups and prefectures; for admins also grades, force, and only so many of them. */
export function RecipientSelector({ draft, choices, isAdmin, recipients, onChange }: Props) {
  const t = useT();
  const chosen = choices.prefectures.filter(({ code }) => draft.prefectures.includes(code));
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
      <Box component="fieldset" sx={{ border: 0, p: 0, m: 0 }}>
        <FormLabel component="legend">{t("announcement_form.groups")}</FormLabel>
        <FormGroup row>
          {choices.groups.map(({ id, label, recipients_count }) => (
            <FormControlLabel
              key={id}
              control={
                <Checkbox
                  checked={draft.groups.includes(id)}
                  onChange={() => onChange({ groups: toggled(draft.groups, id) })}
                />
              }
              label={t("announcement_form.group_count", { label, count: recipients_count })}
            />
          ))}
        </FormGroup>
      </Box>
      <Autocomplete
        multiple
        options={choices.prefectures}
        value={chosen}
        getOptionLabel={({ label }) => label}
        isOptionEqualToValue={(a, b) => a.code === b.code}
        onChange={(_, next) => onChange({ prefectures: next.map(({ code }) => code) })}
        renderInput={(params) => <TextField {...params} label={t("announcement_form.prefectures")} />}
      />
      {isAdmin && <AdminPart draft={draft} choices={choices} recipients={recipients} onChange={onChange} />}
      <Total recipients={recipients} />
    </Paper>
  );
}

function AdminPart({ draft, choices, recipients, onChange }: Omit<Props, "isAdmin">) {
  const t = useT();
  const max = recipients.count ?? 0;
  const wrong = draft.send_count !== "" && countWithin(draft.send_count, max) === null;
  return (
    <Box
      component="fieldset"
      sx={{ border: 1, borderColor: "divider", borderRadius: 1, p: 2, m: 0, display: "grid", gap: 2 }}
    >
      <legend>{t("announcement_form.admin")}</legend>
      <Box component="fieldset" sx={{ border: 0, p: 0, m: 0 }}>
        <FormLabel component="legend">{t("announcement_form.grades")}</FormLabel>
        <FormGroup row>
          {choices.premium_grades.map((grade) => (
            <FormControlLabel
              key={grade}
              control={
                <Checkbox
                  checked={draft.grades.includes(grade)}
                  onChange={() => onChange({ grades: toggled(draft.grades, grade) })}
                />
              }
              label={t(`announcements.grades.${grade as Grade}`)}
            />
          ))}
        </FormGroup>
      </Box>
      <Box>
        <FormControlLabel
          control={<Checkbox checked={draft.force} onChange={(event) => onChange({ force: event.target.checked })} />}
          label={t("announcement_form.force")}
        />
        <FormHelperText>{t("announcement_form.force_help")}</FormHelperText>
      </Box>
      <TextField
        label={t("announcement_form.send_count")}
        type="number"
        value={draft.send_count}
        error={wrong}
        helperText={
          wrong ? t("announcement_detail.resend_range", { max }) : t("announcement_form.send_count_help", { max })
        }
        onChange={(event) => onChange({ send_count: event.target.value })}
        slotProps={{ htmlInput: { min: 1, max, inputMode: "numeric" } }}
      />
    </Box>
  );
}

function Total({ recipients }: { recipients: Recipients }) {
  const t = useT();
  if (recipients.failed) return <Alert severity="error">{t("announcement_form.fetch_failed")}</Alert>;
  if (recipients.count === null) return <Typography role="status">{t("console.loading")}</Typography>;
  if (recipients.count === 0) return <Alert severity="warning">{t("announcement_form.nobody")}</Alert>;
  return (
    <Typography role="status" sx={{ fontWeight: 600 }}>
      {t("announcement_form.total")}:{" "}
      {t("announcement_form.total_of", { count: recipients.count, all: recipients.customers ?? recipients.count })}
    </Typography>
  );
}
