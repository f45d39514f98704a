import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { joiner } from "@/console/i18n/page-language";
import { clockOf, minutesOf } from "@/console/ui/times";
import { send, serverNow } from "@/owner/api";
import { formatTime } from "@seki/shared/civil-time";
import { useT } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";
import { decideNote } from "../../offline";
import type { WalkInNote } from "../../offline";
import { useOffline } from "./use-offline";

/** Chooses other seats for a walk-in that is already seated: seats that were free when it came. */
export function OtherSeats({ note }: { note: WalkInNote }) {
  const t = useT();
  const { isDisconnected } = useOffline();
  const { session } = usePage<"owner_daily_calendar">();
  const came = minutesOf(formatTime(note.happenedAt, "ja", session.restaurant.time_zone));
  const query = { date: note.date, guests_count: note.guests, starts_at: clockOf(Math.floor(came / 5) * 5) };
  const { data, isError } = useQuery({
    queryKey: ["seats-for-note", query],
    queryFn: async ({ signal }) => (await send("GET", "/owners/api/seat_proposals", { query, signal })).data.seats,
    enabled: !isDisconnected,
    staleTime: 0,
  });
  if (isError) return <Alert severity="warning">{t("console.fetch_failed")}</Alert>;
  if (data?.length === 0) {
    const asOfNow = { happenedAt: serverNow().toISOString() };
    return (
      <>
        <Typography variant="body2">{t("offline.no_seats")}</Typography>
        <Button
          size="small"
          variant="contained"
          disabled={isDisconnected}
          onClick={() => void decideNote(note, asOfNow)}
          sx={{ justifySelf: "start" }}
        >
          {t("offline.choice.as_of_now")}
        </Button>
      </>
    );
  }
  return (
    <Box role="group" aria-label={t("offline.choice.other_seats")} sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
      {data?.map((seats) => {
        const labels = seats.labels.join(joiner());
        return (
          <Button
            key={labels}
            size="small"
            variant="contained"
            onClick={() =>
              void decideNote(note, {
                groupUid: seats.inventory_group_uid,
                itemUids: seats.inventory_item_uids,
                seats: labels,
              })
            }
          >
            {t("offline.sit_at", { seats: `${seats.inventory_group_title} ${labels}` })}
          </Button>
        );
      })}
    </Box>
  );
}
