import { useEffect, useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import { send, timeLimit, useMayWrite, useSession, useShell } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { formatTime } from "@seki/shared/civil-time";
import { useT } from "@/owner/i18n/use-t";
import { withHyphens } from "@seki/shared/phone";
import { AppLink, useUndo } from "@/console/ui";
import { paths } from "@/owner/navigation";
import { useChange, useLateChange } from "../../reservation-detail/forms/use-change";
import { ContactDialog, EditWaitingParty } from "../lazy-parts";
import { NeedsConnection } from "../offline/NeedsConnection";
import { GiveSeats } from "./GiveSeats";
import type { GivenBy } from "./GiveSeats";
import { RemoveOffered } from "./RemoveOffered";
import { EndedOffer } from "./EndedOffer";
import { seatsTextOf, untilOf, wasOffered } from "./model";
import type { WaitingEntry } from "./model";

/** The seats that are about to be given, and how. */
interface Giving {
  by: GivenBy;
  seat: NonNullable<WaitingEntry["seat"]>;
}

interface Props {
  entry: WaitingEntry;
  day: Schemas["OwnerDailyCalendarPage"];
  /** Whether the entry is no longer on the list. */
  hasLeft: boolean;
  /** Called with the entry while a dialog of it is open, and with null afterwards. */
  onOpen: (entry: WaitingEntry | null) => void;
  onChanged: () => void;
}

/** A waiting party: its request, the free seats for it, and a button that assigns them. */
export function WaitingParty({ entry, day, hasLeft, onOpen, onChanged }: Props) {
  const t = useT();
  const mayWrite = useMayWrite("floor");
  const { offer } = useUndo();
  const { change, isBusy, problem } = useChange(onChanged);
  const putting = useLateChange(onChanged);
  const path = { uid: entry.uid };
  const [giving, setGiving] = useState<Giving | null>(null);
  // The contact of a guest, whose seats are offered afterwards.
  const [reaching, setReaching] = useState<Giving["seat"] | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const isOpen = giving !== null || reaching !== null || isRemoving || isEditing;
  useEffect(() => {
    if (!isOpen) return undefined;
    onOpen(entry);
    return () => onOpen(null);
  }, [isOpen, entry, onOpen]);
  const putBack = () =>
    putting(async () => {
      const call = { path, signal: timeLimit() };
      return (await send("POST", "/owners/api/waiting_list/{uid}/restore", call)).message;
    });
  const remove = (withdraws: boolean) =>
    change(async () => {
      setRemoving(false);
      if (withdraws && entry.reservation_uid !== null) {
        const invitation = { path: { uid: entry.reservation_uid }, signal: timeLimit() };
        await send("DELETE", "/owners/api/invited_reservations/{uid}", invitation);
      }
      const call = { path, query: { expected_state: entry.state }, signal: timeLimit() };
      const { message } = await send("DELETE", "/owners/api/waiting_list/{uid}", call);
      offer({ message, undo: putBack });
      return null;
    });
  const { seat } = entry;
  const { locale } = useShell();
  const { restaurant } = useSession();
  const waitsUntil = untilOf(entry, day.date, locale);
  const ends = entry.offer_ends_at;
  const until = ends === null ? "" : formatTime(ends, "ja", restaurant.time_zone);
  return (
    <Box component="li" sx={{ p: 1, display: "grid", gap: 0.5, "& + &": { borderTop: 1, borderColor: "divider" } }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1.5, rowGap: 0.5 }}>
        <AppLink to={paths.customer(entry.customer_uid)}>
          {entry.customer_name || t("reservation_dialog.nameless")}
        </AppLink>
        <span>{t("console.guests", { count: entry.guests_count })}</span>
        <span>
          {entry.from_time}–{entry.till_time}
        </span>
        {entry.state === "waiting" && waitsUntil !== null && (
          <span>{t("waiting.waits_until", { time: waitsUntil })}</span>
        )}
        {entry.phone_display !== "" && <span>{withHyphens(entry.phone_display)}</span>}
        <State entry={entry} until={until} />
        {mayWrite && (
          <NeedsConnection>
            <Buttons
              entry={entry}
              isBusy={isBusy}
              onGive={setGiving}
              onReach={setReaching}
              onEdit={() => setEditing(true)}
              onRemove={() => (entry.state === "offered" ? setRemoving(true) : void remove(false))}
            />
          </NeedsConnection>
        )}
      </Box>
      {entry.state === "waiting" && entry.last_offer && (
        <EndedOffer offer={entry.last_offer} mayWrite={mayWrite} onChanged={onChanged} />
      )}
      {seat !== null && (
        <Box sx={{ fontWeight: 600, color: "success.main" }}>
          {t(wasOffered(entry) ? "waiting.free_again" : "waiting.free", {
            time: seat.start_time,
            seats: seatsTextOf(seat, t),
          })}
        </Box>
      )}
      {entry.internal_memo !== "" && (
        <Box sx={{ color: "text.secondary", fontSize: "0.85rem", overflowWrap: "anywhere" }}>{entry.internal_memo}</Box>
      )}
      {problem && <Alert severity="error">{problem}</Alert>}
      {giving && (
        <GiveSeats
          entry={entry}
          {...giving}
          day={day}
          hasLeft={hasLeft}
          onClose={() => setGiving(null)}
          onDone={() => {
            setGiving(null);
            onChanged();
          }}
        />
      )}
      {reaching && (
        <ContactDialog
          entry={entry}
          hasLeft={hasLeft}
          onClose={() => setReaching(null)}
          onSaved={() => {
            setReaching(null);
            setGiving({ by: "invitation", seat: reaching });
            onChanged();
          }}
        />
      )}
      {isEditing && (
        <EditWaitingParty
          entry={entry}
          day={day}
          hasLeft={hasLeft}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            onChanged();
          }}
        />
      )}
      {isRemoving && (
        <RemoveOffered
          time={entry.reservation_time ?? ""}
          until={until}
          hasLeft={hasLeft}
          onClose={() => setRemoving(false)}
          onRemove={(withdraws) => void remove(withdraws)}
        />
      )}
    </Box>
  );
}

interface ButtonProps {
  entry: WaitingEntry;
  isBusy: boolean;
  onGive: (giving: Giving) => void;
  /** Enters a contact of the guest before the seats are offered. */
  onReach: (seat: Giving["seat"]) => void;
  onEdit: () => void;
  onRemove: () => void;
}

function Buttons({ entry, isBusy, onGive, onReach, onEdit, onRemove }: ButtonProps) {
  const t = useT();
  const { seat } = entry;
  return (
    <Box sx={{ ml: "auto", display: "flex", flexWrap: "wrap", gap: 0.5 }}>
      {seat !== null && entry.is_reachable && (
        <Button size="small" variant="contained" disabled={isBusy} onClick={() => onGive({ by: "invitation", seat })}>
          {t("waiting.offer")}
        </Button>
      )}
      {seat !== null && (
        <Button size="small" variant="outlined" disabled={isBusy} onClick={() => onGive({ by: "telephone", seat })}>
          {t("waiting.seat")}
        </Button>
      )}
      {seat !== null && !entry.is_reachable && (
        <Button size="small" disabled={isBusy} onClick={() => onReach(seat)}>
          {t("waiting.contact")}
        </Button>
      )}
      {entry.state === "waiting" && (
        <Button
          size="small"
          disabled={isBusy}
          aria-label={t("waiting.edit_label", { name: entry.customer_name })}
          onClick={onEdit}
        >
          {t("waiting.edit_short")}
        </Button>
      )}
      <Button
        size="small"
        disabled={isBusy}
        aria-label={t("waiting.remove_label", { name: entry.customer_name })}
        onClick={onRemove}
      >
        {t("waiting.remove")}
      </Button>
    </Box>
  );
}

function State({ entry, until }: { entry: WaitingEntry; until: string }) {
  const t = useT();
  const { state, reservation_time: time } = entry;
  switch (state) {
    case "waiting":
      return entry.seat === null ? <Chip size="small" label={t("waiting.state.waiting")} /> : null;
    case "offered":
      return <Chip size="small" color="warning" label={t("waiting.state.offered", { time: time ?? "", until })} />;
    case "seated":
      return <Chip size="small" color="success" label={t("waiting.state.seated", { time: time ?? "" })} />;
    case "over":
      return <Chip size="small" variant="outlined" label={t("waiting.state.over")} />;
  }
}
