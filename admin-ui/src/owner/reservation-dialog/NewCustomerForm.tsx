import { useState } from "react";
import type { FormEvent } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import TextField from "@mui/material/TextField";
import { useQueryClient } from "@tanstack/react-query";
import { ApiError, send, useSession } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { focusOnMount, modalErrorText, useReading, useWrite } from "@/console/ui";
import { guestNotes } from "../customers/notes/guest-notes";
import { noNotes, notesBody } from "../customers/notes/draft";
import { NotesFields } from "../customers/notes/NotesFields";
import { KanaField } from "../customers/KanaField";
import { RefusalAlert, refusalOf } from "../customers/Refusal";
import { CustomerPhoneField } from "../phone";
import type { ChosenCustomer } from "../bookings/chosen-customer";
import type { NewCustomer, Search } from "./model";
import { knownCustomer } from "../bookings/chosen-customer";
import { customerBody, missingOf, newCustomerFrom, withTab } from "./model";

type Field = ReturnType<typeof missingOf>[number];

/** The server's names of the fields. */
const SERVER_NAMES: Record<Field, string> = {
  nickname: "nickname",
  phone: "phone_local_number",
  country: "phone_country",
  email: "invitation_email",
};
const FIELDS = [...Object.values(SERVER_NAMES), "kana", "noted_allergies", "noted_dislikes", "tags"];

interface Props {
  from: Search;
  onBack: () => void;
  onTouch: () => void;
  onChoose: (customer: ChosenCustomer) => void;
}

/** Adds a customer that the restaurant does not know yet, by phone number or email address. */
export function NewCustomerForm({ from, onBack, onTouch, onChoose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const { features } = useSession();
  const [form, setForm] = useState<NewCustomer>(() => newCustomerFrom(from, features));
  const [first] = useState(form.nickname === "" ? "nickname" : "phone");
  const [notes, setNotes] = useState(noNotes);
  const [isTried, setTried] = useState(false);
  const saving = useWrite();
  const taking = useWrite();
  const refused =
    saving.error &&
    (refusalOf(saving.error, [409, 422], FIELDS) ?? {
      text: saving.error instanceof ApiError ? modalErrorText(saving.error, t) : t("console.modal_failed"),
      to: null,
    });
  const problem = taking.problem === null ? refused : { text: taking.problem, to: refused?.to ?? null };
  const missing = missingOf(form);
  const change = (part: Partial<NewCustomer>) => {
    setForm({ ...form, ...part });
    saving.reset();
  };
  const composing = useReading(form.kana, (kana, nickname) => change({ kana, nickname }), form.nickname);
  const errorOf = (name: Field) =>
    isTried && missing.includes(name) ? t(`reservation_dialog.new.${name}_needed`) : saving.fields[SERVER_NAMES[name]];
  const field = (name: "nickname" | "email") => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    error: errorOf(name) !== undefined,
    helperText: errorOf(name),
    fullWidth: true,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missing.length > 0) return;
    taking.reset();
    void saving.write(async () => {
      const saved = await send("POST", "/owners/api/customers", {
        body: { ...customerBody(form), ...notesBody(notes) },
      });
      onChoose({
        uid: saved.uid,
        type: saved.type,
        name: saved.display_fullname,
        group: "",
        visits: 0,
        phone: form.tab === "phone" ? form.phone : "",
        email: saved.invitation_email ?? "",
        isBlacklisted: saved.is_blacklisted,
        hasAllergy: notes.noted_allergies.trim() !== "",
        isKnown: saved.is_known,
        isInvited: saved.type === "InvitedCustomer",
      });
    });
  };

  const take = (uid: string) =>
    taking.write(async () => {
      const { customer } = await client.fetchQuery(guestNotes(uid));
      onChoose(knownCustomer(customer));
    });

  return (
    <Box component="form" noValidate onSubmit={submit} onChange={onTouch} sx={{ display: "contents" }}>
      <DialogContent sx={{ display: "grid", gap: 2, alignContent: "start", pt: 1 }}>
        {features.allowEmailInvitation && (
          <Tabs
            value={form.tab}
            onChange={(_, tab: NewCustomer["tab"]) => change(withTab(form, tab))}
            aria-label={t("reservation_dialog.new.title")}
          >
            <Tab value="phone" label={t("reservation_dialog.new.by_phone")} />
            <Tab value="email" label={t("reservation_dialog.new.by_email")} />
          </Tabs>
        )}
        {problem && <RefusalAlert refusal={problem} onTake={take} />}
        <TextField
          label={t("reservation_dialog.new.nickname")}
          required
          inputRef={first === "nickname" ? focusOnMount : undefined}
          {...field("nickname")}
          slotProps={{ htmlInput: composing }}
        />
        {form.tab === "phone" ? (
          <>
            <CustomerPhoneField
              value={{ country: form.phoneCountry, digits: form.phone }}
              isRequired={form.sendsSms}
              inputRef={first === "phone" ? focusOnMount : undefined}
              error={errorOf("phone")}
              countryError={errorOf("country")}
              onChange={({ country, digits }) => change({ phoneCountry: country, phone: digits })}
            />
            <FormControlLabel
              label={t("reservation_dialog.new.sms")}
              control={
                <Switch checked={form.sendsSms} onChange={(event) => change({ sendsSms: event.target.checked })} />
              }
            />
          </>
        ) : (
          <TextField label={t("reservations.email")} type="email" required {...field("email")} />
        )}
        <KanaField value={form.kana} error={saving.fields.kana} onChange={(kana) => change({ kana })} />
        <NotesFields notes={notes} errors={saving.fields} onChange={(part) => setNotes({ ...notes, ...part })} />
        <TextField
          label={t("reservation_dialog.new.memo")}
          multiline
          minRows={2}
          value={form.memo}
          onChange={(event) => change({ memo: event.target.value })}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onBack}>{t("console.back")}</Button>
        <Button type="submit" variant="contained" loading={saving.busy}>
          {t("reservation_dialog.new.submit")}
        </Button>
      </DialogActions>
    </Box>
  );
}
