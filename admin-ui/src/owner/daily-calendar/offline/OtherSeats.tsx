import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { joiner } from "@/console/i18n/page-language";
import { serverNow } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";
import { decideNote } from "../../offline";
import type { WalkInNote } from "../../offline";
import { stayOf } from "./overlay";
import { useOffline } from "./use-offline";
import { useSeatsForNote } from "./use-seats-for-note";
import type { FoundSeats } from "./use-seats-for-note";

interface Props {
  note: WalkInNote;
  /** The day from the server, without offline notes. */
  day: Schemas["OwnerDailyCalendarPage"];
}

/**
 * Chooses other seats for a walk-in that is already seated: seats that are free for the usual stay, or else until the
 * next party.
 */
export function OtherSeats({ note, day }: Props) {
  const t = useT();
  const { isDisconnected } = useOffline();
  const { session } = usePage<"owner_daily_calendar">();
  const zone = session.restaurant.time_zone;
  const { data, isError, isFetching, refetch } = useSeatsForNote(note, zone, !isDisconnected);
  if (isError) return <Alert severity="warning">{t("console.fetch_failed")}</Alert>;
  if (!data) return null;
  if (data.seats.length === 0) {
    return (
      <>
        <Typography variant="body2">{t("offline.no_seats")}</Typography>
        <Button
          size="small"
          variant="contained"
          disabled={isDisconnected || isFetching}
          onClick={() => void refetch()}
          sx={{ justifySelf: "start" }}
        >
          {t("offline.search_again")}
        </Button>
      </>
    );
  }
  return (
    <>
      {data.stay !== "usual" && <Typography variant="body2">{t(`offline.stay.${data.stay}`)}</Typography>}
      <Box role="group" aria-label={t("offline.choice.other_seats")} sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        {data.seats.map((seats) => (
          <Seat key={seats.inventory_item_uids.join()} note={note} day={day} seats={seats} stay={data.stay} />
        ))}
      </Box>
    </>
  );
}

interface SeatProps extends Props {
  seats: FoundSeats["seats"][number];
  stay: FoundSeats["stay"];
}

function Seat({ note, day, seats, stay }: SeatProps) {
  const t = useT();
  const { session } = usePage<"owner_daily_calendar">();
  const labels = seats.labels.join(joiner());
  const name = `${seats.inventory_group_title} ${labels}`;
  const decision = () => ({
    groupUid: seats.inventory_group_uid,
    itemUids: seats.inventory_item_uids,
    seats: labels,
    happenedAt: stay === "from_now" ? serverNow().toISOString() : note.happenedAt,
  });
  const until = () => {
    // The parties of another day or restaurant are not known here. The seats are free at least until the end of the
    // proposal.
    if (note.date !== day.date || note.slug !== session.restaurant.slug) return seats.end_time;
    return stayOf(day, { ...note, ...decision() }, session.restaurant.time_zone).end;
  };
  return (
    <Button size="small" variant="contained" onClick={() => void decideNote(note, decision())}>
      {stay === "usual" ? t("offline.sit_at", { seats: name }) : t("offline.sit_until", { seats: name, time: until() })}
    </Button>
  );
}
