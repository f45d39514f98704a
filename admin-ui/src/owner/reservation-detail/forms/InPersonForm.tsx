import type { FormEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { send, timeLimit } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useUndo } from "@/console/ui";
import { digitsOf } from "@seki/shared/phone";
import { BlacklistWarning } from "../../phone";
import { SeatField } from "./SeatField";
import {
  backBody,
  canUpdate,
  courseChoices,
  dateNote,
  endChoices,
  guestChoices,
  inPersonBody,
  inPersonDraft,
  isNamedByStaff,
  isRelocated,
  savedFields,
  seenAt,
  timeChoices,
  whatOf,
  withStart,
} from "./model";
import type { Detail, InPersonDraft } from "./model";
import { useChange, useLateChange } from "./use-change";
import { useLatest } from "./use-latest";
import { useSeatChange, useSeatChoices } from "./use-seat-choices";
import { ChangedMeanwhile, UnsavedNote, reservationForm, useDraft } from "../../drafts";
import { Writers } from "../../rights";
import { useUnusualDay } from "../../unusual-day";

interface Props {
  reservation: Detail;
  /** Called before the change is sent. If it throws, nothing is sent. */
  beforeUpdate?: (() => Promise<void>) | undefined;
  onDone: () => void;
}

/** Changes or deletes an in-person reservation. */
export function InPersonForm({ reservation: read, beforeUpdate, onDone }: Props) {
  const t = useT();
  const [reservation, setLatest] = useLatest(read);
  const { offer } = useUndo();
  const saved = inPersonDraft(reservation);
  const known = { ...saved, seats: reservation.inventory_items.map(({ uid }) => uid) };
  const form = useDraft<InPersonDraft>(reservationForm(reservation.uid), saved, known);
  const { draft, set } = form;
  const { change, isBusy, problem } = useChange(onDone);
  const { groups, group, isError } = useSeatChoices(reservation, draft, problem);
  const seats = useSeatChange(reservation, form, group);
  const restoring = useLateChange(onDone);
  const confirming = useUnusualDay();
  const path = { uid: reservation.uid };
  const native = { select: { native: true }, inputLabel: { shrink: true } };

  const update = (event: FormEvent) => {
    event.preventDefault();
    void change(async () => {
      await beforeUpdate?.();
      const { data } = await confirming((isDayConfirmed) => {
        const call = { path, body: inPersonBody(reservation, draft, isDayConfirmed), signal: timeLimit() };
        return send("PUT", "/owners/api/offline_reservations/{uid}", call);
      });
      form.sent(draft);
      setLatest(data);
      if (!isRelocated(reservation, draft)) return t("reservation_pane.saved");
      offer({ message: t("reservation_pane.relocated", { what: whatOf(data, t) }), undo: () => putBack(data) });
      return null;
    });
  };
  const putBack = (now: Detail) =>
    restoring(async () => {
      const call = { path, body: backBody(reservation, now), signal: timeLimit() };
      const { data } = await send("PUT", "/owners/api/offline_reservations/{uid}", call);
      setLatest(data);
      return t("reservation_pane.put_back", { what: whatOf(data, t) });
    });
  const restore = () =>
    restoring(async () => {
      const call = { path, signal: timeLimit() };
      const { message } = await send("POST", "/owners/api/offline_reservations/{uid}/restore", call);
      return message;
    });
  const remove = () =>
    change(async () => {
      const call = { path, query: seenAt(reservation), signal: timeLimit() };
      await send("DELETE", "/owners/api/offline_reservations/{uid}", call);
      offer({ message: t("reservation_pane.deleted", { what: whatOf(reservation, t) }), undo: restore });
      return null;
    });

  return (
    <Box component="form" noValidate onSubmit={update} sx={{ display: "grid", gap: 2 }}>
      {problem && <Alert severity="error">{problem}</Alert>}
      {isNamedByStaff(reservation) && (
        <>
          <TextField
            required
            size="small"
            label={t("reservation_pane.nickname")}
            value={draft.nickname}
            error={draft.nickname.trim() === ""}
            onChange={(event) => set({ nickname: event.target.value })}
          />
          <TextField
            size="small"
            type="tel"
            label={t("reservation_pane.phone")}
            value={draft.phone}
            onChange={(event) => set({ phone: event.target.value })}
          />
          <BlacklistWarning phone={{ country: reservation.country_code, digits: digitsOf(draft.phone) }} />
        </>
      )}
      <TextField
        select
        size="small"
        label={t("reservation_pane.guests")}
        value={draft.guests}
        onChange={(event) => void seats.place({ guests: Number(event.target.value) })}
        slotProps={native}
      >
        {guestChoices(group).map((count) => (
          <option key={count} value={count}>
            {t("console.guests", { count })}
          </option>
        ))}
      </TextField>
      <TextField
        select
        size="small"
        label={t("reservation_pane.course")}
        value={draft.courseUid}
        onChange={(event) => set({ courseUid: event.target.value })}
        slotProps={native}
      >
        {courseChoices(reservation, t).map(({ uid, title }) => (
          <option key={uid} value={uid}>
            {title}
          </option>
        ))}
      </TextField>
      <TextField
        type="date"
        size="small"
        label={t("reservation_pane.date")}
        value={draft.date}
        error={draft.date === ""}
        disabled={reservation.service.state === "left"}
        helperText={dateNote(reservation, draft, t)}
        onChange={(event) => set({ date: event.target.value })}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "1fr 1fr" }}>
        {(["startTime", "endTime"] as const).map((name) => (
          <TextField
            key={name}
            select
            size="small"
            label={t(name === "startTime" ? "reservations.start" : "reservations.end")}
            value={draft[name]}
            onChange={(event) =>
              set(
                name === "startTime"
                  ? withStart(reservation, draft, event.target.value)
                  : { endTime: event.target.value },
              )
            }
            slotProps={native}
          >
            {(name === "startTime" ? timeChoices(reservation, draft.startTime) : endChoices(reservation, draft)).map(
              (time) => (
                <option key={time} value={time}>
                  {time}
                </option>
              ),
            )}
          </TextField>
        ))}
      </Box>
      <SeatField
        reservation={reservation}
        draft={draft}
        groups={groups}
        group={group}
        isError={isError}
        change={seats}
      />
      <TextField
        multiline
        minRows={2}
        label={t("reservation_pane.memo")}
        value={draft.memo}
        onChange={(event) => set({ memo: event.target.value })}
      />
      {reservation.customer_uid !== null && (
        <TextField
          multiline
          minRows={2}
          label={t("reservation_pane.customer_memo")}
          value={draft.customerMemo}
          onChange={(event) => set({ customerMemo: event.target.value })}
        />
      )}
      <ChangedMeanwhile form={form} fields={savedFields(reservation, t)} />
      <UnsavedNote isUnsaved={form.isUnsaved} onDiscard={form.discard} />
      <Writers of="floor">
        <Box sx={{ display: "flex", gap: 1, justifyContent: "space-between", flexWrap: "wrap" }}>
          <Button
            type="submit"
            variant="contained"
            loading={isBusy}
            disabled={!canUpdate(reservation, draft, seats.limits) || form.clashes.length > 0}
          >
            {t("reservation_pane.save")}
          </Button>
          <Button color="secondary" loading={isBusy} onClick={() => void remove()}>
            {t("reservation_pane.delete")}
          </Button>
        </Box>
      </Writers>
    </Box>
  );
}
