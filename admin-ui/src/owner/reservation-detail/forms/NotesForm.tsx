import type { FormEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { send, timeLimit } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { hasGroup, isInvited, notesDraft, notesFields } from "./model";
import type { Detail, NotesDraft } from "./model";
import { useChange } from "./use-change";
import { useLatest } from "./use-latest";
import { ChangedMeanwhile, UnsavedNote, reservationForm, useDraft } from "../../drafts";
import { Writers } from "../../rights";

interface Props {
  reservation: Detail;
  customerGroups: readonly Schemas["CustomerGroupChoice"][];
  /** Called before the change is sent. If it throws, nothing is sent. */
  beforeUpdate?: (() => Promise<void>) | undefined;
  onDone: () => void;
}

/** Edits the notes on an online or off-site reservation, and the customer's group. */
export function NotesForm({ reservation: read, customerGroups, beforeUpdate, onDone }: Props) {
  const t = useT();
  const [reservation, setLatest] = useLatest(read);
  const form = useDraft<NotesDraft>(reservationForm(reservation.uid), notesDraft(reservation));
  const { draft, set, isUnsaved, discard, sent } = form;
  const group = customerGroups.find(({ id }) => id === reservation.customer_group_id)?.label;
  const fields = {
    memo: { label: t("reservation_pane.memo"), saved: reservation.internal_memo },
    customerMemo: { label: t("reservation_pane.customer_memo"), saved: reservation.customer_internal_memo },
    group: { label: t("reservation_pane.group"), saved: group ?? t("reservation_pane.no_group") },
  };
  const { change, isBusy, problem } = useChange(onDone);
  const isOffsite = reservation.type === "offsite_reservation";

  const update = (event: FormEvent) => {
    event.preventDefault();
    void change(async () => {
      await beforeUpdate?.();
      const answer = await sendNotes(reservation, draft);
      sent(draft);
      if (answer !== null) setLatest(answer);
      return t("reservation_pane.saved");
    });
  };

  return (
    <Box component="form" noValidate onSubmit={update} sx={{ display: "grid", gap: 2 }}>
      {problem && <Alert severity="error">{problem}</Alert>}
      <TextField
        multiline
        minRows={2}
        label={t("reservation_pane.memo")}
        value={draft.memo}
        onChange={(event) => set({ memo: event.target.value })}
      />
      {!isOffsite && reservation.customer_id !== null && (
        <TextField
          multiline
          minRows={2}
          label={t("reservation_pane.customer_memo")}
          value={draft.customerMemo}
          onChange={(event) => set({ customerMemo: event.target.value })}
        />
      )}
      {hasGroup(reservation) && (
        <TextField
          select
          size="small"
          label={t("reservation_pane.group")}
          value={draft.group}
          onChange={(event) => set({ group: event.target.value })}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          <option value="">{t("reservation_pane.no_group")}</option>
          {customerGroups.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </TextField>
      )}
      <ChangedMeanwhile form={form} fields={fields} />
      <UnsavedNote isUnsaved={isUnsaved} onDiscard={discard} />
      <Box>
        <Writers of="floor">
          <Button type="submit" variant="contained" loading={isBusy} disabled={form.clashes.length > 0}>
            {t("reservation_pane.save")}
          </Button>
        </Writers>
      </Box>
    </Box>
  );
}

/** Returns the saved reservation; null for a type without notes. */
async function sendNotes(reservation: Detail, draft: NotesDraft): Promise<Detail | null> {
  const path = { uid: reservation.uid };
  const signal = timeLimit();
  const fields = notesFields(reservation, draft);
  if (isInvited(reservation)) {
    const body = { invited_reservation: fields };
    return (await send("PUT", "/owners/api/invited_reservations/{uid}", { path, body, signal })).data;
  }
  if (reservation.type === "online_reservation") {
    const body = { online_reservation: fields };
    return (await send("PUT", "/owners/api/online_reservations/{uid}", { path, body, signal })).data;
  }
  if (reservation.type === "offsite_reservation") {
    const { internal_memo, expected_internal_memo } = fields;
    const body = { offline_reservation: { internal_memo, expected_internal_memo }, offsite_reservation: null };
    return (await send("PUT", "/owners/api/offsite_reservations/{uid}", { path, body, signal })).data;
  }
  return null;
}
