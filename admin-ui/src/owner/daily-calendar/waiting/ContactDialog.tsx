import { useState } from "react";
import type { FormEvent } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import TextField from "@mui/material/TextField";
import { HOME_COUNTRY } from "@seki/shared/phone";
import { send, showFlash, timeLimit, useSession } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { FormModal, focusOnMount, modalErrorText, useWrite } from "@/console/ui";
import { EditConflict, useTheirs } from "@/console/ui/forms";
import type { Theirs } from "@/console/ui/forms";
import { RefusalAlert, refusalOf } from "../../customers/Refusal";
import { CustomerPhoneField } from "../../phone";
import { LeftNote } from "./LeftNote";
import type { WaitingEntry } from "./model";

type Way = "text" | "email";
const FIELDS = ["invitation_email", "phone_local_number", "phone_country"];

interface Props {
  entry: WaitingEntry;
  hasLeft: boolean;
  onClose: () => void;
  onSaved: () => void;
}

interface Draft {
  way: Way;
  country: string;
  digits: string;
  email: string;
}

/** The saved contact that the user has seen, by the names of the call. */
type Seen = Record<string, unknown>;

function bodyOf({ way, country, digits, email }: Draft, seen: Seen): Schemas["ContactBody"] {
  if (way === "email") {
    return { invitation_email: email.trim(), expected: { invitation_email: seen.invitation_email } };
  }
  const expected = { phone_local_number: seen.phone_local_number };
  return { allow_send_ivr_sms: true, phone_country: country, phone_local_number: digits, expected };
}

/** Stores a mobile number or an email address of a waiting guest, who agreed to get offers by it. */
export function ContactDialog({ entry, hasLeft, onClose, onSaved }: Props) {
  const t = useT();
  const { features } = useSession();
  const [draft, setDraft] = useState<Draft>({
    way: "text",
    country: HOME_COUNTRY,
    digits: entry.phone_display,
    email: entry.invitation_email ?? "",
  });
  const [shown] = useState({ phone_local_number: entry.phone_display, invitation_email: entry.invitation_email });
  const theirs = useTheirs();
  const [hasAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const saving = useWrite({ handles: theirs.read });
  const refusal =
    saving.error &&
    (refusalOf(saving.error, [409, 422], FIELDS) ?? { text: modalErrorText(saving.error, t), to: null });
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    saving.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!hasAgreed) return;
    void saving.write(async () => {
      const body = bodyOf(draft, { ...shown, ...theirs.values });
      const call = { path: { uid: entry.customer_uid }, body, signal: timeLimit() };
      const { message } = await send("PUT", "/owners/api/customers/{uid}/contact", call);
      showFlash({ kind: "notice", message, sticky: false });
      onSaved();
    });
  };
  return (
    <FormModal
      title={t("waiting.contact")}
      about={entry.customer_name || t("reservation_dialog.nameless")}
      onClose={onClose}
    >
      <Box component="form" noValidate onSubmit={submit} sx={{ display: "contents" }}>
        <DialogContent sx={{ display: "grid", gap: 2, alignContent: "start" }}>
          {features.allowEmailInvitation && (
            <Tabs value={draft.way} onChange={(_, way: Way) => change({ way })} aria-label={t("waiting.contact_ways")}>
              <Tab value="text" label={t("waiting.by_text")} />
              <Tab value="email" label={t("waiting.by_email")} />
            </Tabs>
          )}
          {hasLeft && <LeftNote />}
          {refusal && <RefusalAlert refusal={refusal} />}
          <Conflicts theirs={theirs} onTake={change} />
          <ContactField draft={draft} errors={saving.fields} onChange={change} />
          <Consent hasAgreed={hasAgreed} isMissing={isTried && !hasAgreed} onChange={setAgreed} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t("console.cancel")}</Button>
          <Button type="submit" variant="contained" loading={saving.busy} disabled={theirs.undecided.length > 0}>
            {t("waiting.save_contact")}
          </Button>
        </DialogActions>
      </Box>
    </FormModal>
  );
}

interface ConflictProps {
  theirs: Theirs;
  onTake: (part: Partial<Draft>) => void;
}

/** Lets the user choose between the own contact and the one that a colleague has saved. */
function Conflicts({ theirs, onTake }: ConflictProps) {
  const t = useT();
  return theirs.undecided.map((name) => {
    const isEmail = name === "invitation_email";
    const value = String(theirs.values[name] ?? "");
    return (
      <EditConflict
        key={name}
        title={t("drafts.changed", { label: isEmail ? t("reservations.email") : t("waiting.by_text") })}
        saved={value}
        onKeepMine={() => theirs.decide(name)}
        onTakeTheirs={() => {
          onTake(isEmail ? { email: value } : { digits: value });
          theirs.decide(name);
        }}
      />
    );
  });
}

interface FieldProps {
  draft: Draft;
  errors: Partial<Record<string, string>>;
  onChange: (part: Partial<Draft>) => void;
}

function ContactField({ draft, errors, onChange }: FieldProps) {
  const t = useT();
  if (draft.way === "email") {
    return (
      <TextField
        type="email"
        required
        label={t("reservations.email")}
        inputRef={focusOnMount}
        value={draft.email}
        onChange={({ target }) => onChange({ email: target.value })}
        error={errors["invitation_email"] !== undefined}
        helperText={errors["invitation_email"]}
      />
    );
  }
  return (
    <CustomerPhoneField
      isRequired
      value={{ country: draft.country, digits: draft.digits }}
      inputRef={focusOnMount}
      error={errors["phone_local_number"]}
      countryError={errors["phone_country"]}
      onChange={({ country, digits }) => onChange({ country, digits })}
    />
  );
}

interface ConsentProps {
  hasAgreed: boolean;
  isMissing: boolean;
  onChange: (hasAgreed: boolean) => void;
}

function Consent({ hasAgreed, isMissing, onChange }: ConsentProps) {
  const t = useT();
  return (
    <FormControl error={isMissing} required>
      <FormControlLabel
        label={t("waiting.consent")}
        control={<Checkbox checked={hasAgreed} onChange={({ target }) => onChange(target.checked)} />}
      />
      {isMissing && <FormHelperText role="alert">{t("waiting.consent_missing")}</FormHelperText>}
    </FormControl>
  );
}
