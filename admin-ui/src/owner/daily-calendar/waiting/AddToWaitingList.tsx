import { useState } from "react";
import type { FormEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import { minutesOfDay } from "@/console/ui/times";
import { send, serverNow, showFlash, useSession, useShell } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { formatDate } from "@seki/shared/civil-time";
import { useT } from "@/owner/i18n/use-t";
import { FormModal, useWrite } from "@/console/ui";
import { CustomerDialog } from "../lazy-parts";
import { WaitingFields } from "./WaitingFields";
import type { UnseatedParty } from "../../reservation-dialog/model";
import { emptyDraft, requestedDraft } from "./model";

interface Props {
  day: Schemas["OwnerDailyCalendarPage"];
  /** A party for which no seats were found. */
  party?: UnseatedParty;
  onClose: () => void;
  onAdded: () => void;
}

interface Guest {
  uid: string;
  name: string;
}

/** Adds a party to the waiting list: first a guest, found or entered, then day, party size and times. */
export function AddToWaitingList(props: Props) {
  const { party, onClose } = props;
  const t = useT();
  const [guest, setGuest] = useState<Guest | null>(party?.guest ?? null);
  if (guest !== null) return <WaitingForm {...props} guest={guest} />;
  return (
    <CustomerDialog
      title={t("waiting.add")}
      problem={null}
      asked={party?.typed}
      onClose={onClose}
      onChoose={setGuest}
    />
  );
}

function WaitingForm({ day, party, guest, onClose, onAdded }: Props & { guest: Guest }) {
  const t = useT();
  const { locale } = useShell();
  const { restaurant } = useSession();
  const [opened] = useState(serverNow);
  const [draft, setDraft] = useState(() => {
    const now = minutesOfDay(opened, day.date, restaurant.time_zone);
    return party ? requestedDraft(day, day.date, now, party) : emptyDraft(day, day.date, now);
  });
  const { busy, problem, write } = useWrite();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void write(async () => {
      const body = {
        customer_uid: guest.uid,
        date: draft.date,
        starts_from: draft.from,
        starts_till: draft.till,
        guests_count: Number(draft.guests),
        waits_until: draft.until === "" ? null : draft.until,
        internal_memo: draft.memo,
      };
      const { data } = await send("POST", "/owners/api/waiting_list", { body });
      showFlash({ kind: "notice", message: data.message, sticky: false });
      onAdded();
    });
  };
  const name = guest.name || t("reservation_dialog.nameless");
  return (
    <FormModal
      title={t("waiting.add")}
      about={draft.date === "" ? name : `${name} / ${formatDate(draft.date, locale)}`}
      onClose={onClose}
    >
      <Box component="form" noValidate onSubmit={submit} sx={{ display: "contents" }}>
        <DialogContent sx={{ display: "grid", gap: 2, alignContent: "start", pt: "8px !important" }}>
          {problem && <Alert severity="error">{problem}</Alert>}
          <WaitingFields meals={day} draft={draft} onChange={setDraft} opened={opened} />
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
