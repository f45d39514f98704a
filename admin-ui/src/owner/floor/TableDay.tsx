import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import { joiner } from "@/console/i18n/page-language";
import { useT } from "@/owner/i18n/use-t";
import type { CalendarItem } from "../daily-calendar/model/blocks";
import type { SeatRow } from "../daily-calendar/model/geometry";
import { visitsOf } from "../daily-calendar/model/visits";
import { countsOf } from "./model/occupancy";
import type { Place } from "./model/occupancy";
import { guestsOf } from "./labels";

interface Props {
  items: readonly CalendarItem[];
  rows: readonly SeatRow[];
  /** The chosen tables, or the tables of the open party. */
  seatUids: readonly string[];
  places: readonly Place[];
  isNow: boolean;
  openUid: string | null;
  onOpen: (item: CalendarItem) => void;
}

/**
 * Shows the figures of the floor, or for chosen tables their other parties on this day. The height is the same in both
 * cases: the floor below must not move under a finger.
 */
export function TableDay({ items, rows, seatUids, places, isNow, openUid, onOpen }: Props) {
  const t = useT();
  const labels = rows.filter(({ seat }) => seatUids.includes(seat.uid)).map(({ seat }) => seat.label);
  const visits = visitsOf(items).filter(
    ({ uid, inventory_item_uids: own }) => uid !== openUid && own.some((seat) => seatUids.includes(seat)),
  );
  const { free, all, parties, guests } = countsOf(places);
  const summary = [t("floor_plan.summary", { free, all }), isNow ? t("floor_plan.sitting", { parties, guests }) : ""];
  const title = t(visits.length > 0 ? "floor_plan.others" : "floor_plan.no_others", { labels: labels.join(joiner()) });
  return (
    <Box
      sx={{ display: "flex", gap: 1, alignItems: "center", height: 44, mb: 1, overflowX: "auto", whiteSpace: "nowrap" }}
    >
      {labels.length === 0 ? (
        <span>{summary.join("　")}</span>
      ) : (
        <>
          <span>{title}</span>
          {visits.map((item) => (
            <Chip
              key={item.uid}
              label={`${item.start_time} ${item.title} ${guestsOf(item, t)}`}
              onClick={() => onOpen(item)}
              sx={{ height: 40, borderRadius: 5 }}
            />
          ))}
        </>
      )}
    </Box>
  );
}
