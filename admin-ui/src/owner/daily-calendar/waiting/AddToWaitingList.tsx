import { useState } from "react";
import type { FormEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import TextField from "@mui/material/TextField";
import { send, showFlash, useSession, useShell } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { formatDate } from "@seki/shared/civil-time";
import { useT } from "@/owner/i18n/use-t";
import { FormModal, focusOnMount, useWrite } from "@/console/ui";
import { CustomerDialog } from "../lazy-parts";
import { useMinuteOfDay } from "../live/use-now";
import { waitingTimes } from "./model";

interface Props {
  day: Schemas["OwnerDailyCalendarPage"];
  onClose: () => void;
  onAdded: () => void;
}

interface Guest {
  uid: string;
  name: string;
}

/** Adds a party to the waiting list: first a guest, found or entered, then party size and times. */
export function AddToWaitingList({ day, onClose, onAdded }: Props) {
  const t = useT();
  const [guest, setGuest] = useState<Guest | null>(null);
  if (guest !== null) return <WaitingForm day={day} guest={guest} onClose={onClose} onAdded={onAdded} />;
  return <CustomerDialog title={t("waiting.add")} problem={null} onClose={onClose} onChoose={setGuest} />;
}

function WaitingForm({ day, guest, onClose, onAdded }: Props & { guest: Guest }) {
  const t = useT();
  const { locale } = useShell();
  const { restaurant } = useSession();
  const [now] = useState(useMinuteOfDay(day.date, restaurant.time_zone));
  const times = waitingTimes(day, now);
  const [draft, setDraft] = useState({
    guests: "2",
    from: times.find((time) => time >= "18:00") ?? times[0] ?? "",
    till: times.at(-1) ?? "",
    memo: "",
  });
  const { busy, problem, write } = useWrite();
  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void write(async () => {
      const body = {
        customer_uid: guest.uid,
        date: day.date,
        starts_from: draft.from,
        starts_till: draft.till,
        guests_count: Number(draft.guests),
        waits_until: null,
        internal_memo: draft.memo,
      };
      const { data } = await send("POST", "/owners/api/waiting_list", { body });
      showFlash({ kind: "notice", message: data.message, sticky: false });
      onAdded();
    });
  };
  const select = { select: { native: true }, inputLabel: { shrink: true } };
  return (
    <FormModal
      title={t("waiting.add")}
      about={`${guest.name || t("reservation_dialog.nameless")} / ${formatDate(day.date, locale)}`}
      onClose={onClose}
    >
      <Box component="form" noValidate onSubmit={submit} sx={{ display: "contents" }}>
        <DialogContent sx={{ display: "grid", gap: 2, alignContent: "start", pt: "8px !important" }}>
          {problem && <Alert severity="error">{problem}</Alert>}
          <TextField
            type="number"
            inputRef={focusOnMount}
            label={t("reservation_facts.guests")}
            {...field("guests")}
            slotProps={{ htmlInput: { min: 1, max: 99 } }}
          />
          <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "1fr 1fr" }}>
            {(["from", "till"] as const).map((name) => (
              <TextField key={name} select label={t(`waiting.${name}`)} {...field(name)} slotProps={select}>
                {times.map((time) => (
                  <option key={time} value={time}>
                    {time}
                  </option>
                ))}
              </TextField>
            ))}
          </Box>
          <TextField multiline minRows={2} label={t("reservations.memo")} {...field("memo")} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t("console.cancel")}</Button>
          <Button type="submit" variant="contained" loading={busy}>
            {t("waiting.save")}
          </Button>
        </DialogActions>
      </Box>
    </FormModal>
  );
}
