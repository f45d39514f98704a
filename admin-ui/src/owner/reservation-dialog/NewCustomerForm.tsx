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
import { send, useSession } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { RefusalAlert, refusalOf } from "../customers/Refusal";
import type { Refusal } from "../customers/Refusal";
import { CustomerPhoneField } from "../phone";
import { focusOnMount } from "./focus";
import type { ChosenCustomer, NewCustomer, Search } from "./model";
import { customerBody, missingOf, newCustomerFrom, withTab } from "./model";

interface Props {
  from: Search;
  onBack: () => void;
  onChoose: (customer: ChosenCustomer) => void;
}

/** Somebody the restaurant does not know yet, by telephone or by e-mail. */
export function NewCustomerForm({ from, onBack, onChoose }: Props) {
  const t = useT();
  const { features } = useSession();
  const [form, setForm] = useState<NewCustomer>(() => newCustomerFrom(from, features));
  const [first] = useState(form.nickname === "" ? "nickname" : "phone");
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Refusal | null>(null);
  const missing = missingOf(form);
  const change = (part: Partial<NewCustomer>) => setForm({ ...form, ...part });
  const field = (name: "nickname" | "email") => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    error: isTried && missing.includes(name),
    helperText: isTried && missing.includes(name) ? t(`reservation_dialog.new.${name}_needed`) : undefined,
    fullWidth: true,
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missing.length > 0) return;
    setBusy(true);
    setProblem(null);
    try {
      const saved = await send("POST", "/owners/api/customers", { body: customerBody(form) });
      onChoose({
        uid: saved.uid,
        type: saved.type,
        name: saved.display_fullname,
        group: "",
        visits: 0,
        phone: form.tab === "phone" ? form.phone : "",
        email: saved.invitation_email ?? "",
        isBlacklisted: saved.is_blacklisted,
        hasAllergy: false,
        isKnown: saved.is_known,
      });
    } catch (error) {
      setProblem(refusalOf(error, [409, 422]) ?? { text: t("console.modal_failed"), to: null });
      setBusy(false);
    }
  };

  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: "contents" }}>
      <DialogContent sx={{ display: "grid", gap: 2, alignContent: "start", pt: 1 }}>
        {features.allowEmailInvitation && (
          <Tabs
            value={form.tab}
            onChange={(_, tab: NewCustomer["tab"]) => setForm(withTab(form, tab))}
            aria-label={t("reservation_dialog.new.title")}
          >
            <Tab value="phone" label={t("reservation_dialog.new.by_phone")} />
            <Tab value="email" label={t("reservation_dialog.new.by_email")} />
          </Tabs>
        )}
        {problem && <RefusalAlert refusal={problem} />}
        <TextField
          label={t("reservation_dialog.new.nickname")}
          required
          inputRef={first === "nickname" ? focusOnMount : undefined}
          {...field("nickname")}
        />
        {form.tab === "phone" ? (
          <>
            <CustomerPhoneField
              value={{ country: form.phoneCountry, digits: form.phone }}
              isRequired={form.sendsSms}
              inputRef={first === "phone" ? focusOnMount : undefined}
              error={isTried && missing.includes("phone") ? t("reservation_dialog.new.phone_needed") : undefined}
              countryError={
                isTried && missing.includes("country") ? t("reservation_dialog.new.country_needed") : undefined
              }
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
        <Button type="submit" variant="contained" loading={isBusy}>
          {t("reservation_dialog.new.submit")}
        </Button>
      </DialogActions>
    </Box>
  );
}
