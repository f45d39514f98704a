import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import { useT } from "@/owner/i18n/use-t";
import { unplaced } from "./model/blocks";
import type { CalendarItem } from "./model/blocks";
import type { SeatRow } from "./model/geometry";

interface Props {
  items: readonly CalendarItem[];
  rows: readonly SeatRow[];
  onOpen: (item: CalendarItem) => void;
}

/** Lists items without a seat. The grid cannot show them. */
export function Seatless({ items, rows, onOpen }: Props) {
  const t = useT();
  const seatless = unplaced(items, rows);
  if (seatless.length === 0) return null;
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1, alignItems: "center", displayPrint: "none" }}>
      <span>{t("calendar.seatless")}</span>
      {seatless.map((item) => (
        <Chip
          key={item.uid}
          label={[item.start_time, item.title, item.is_conflict ? t("offline.to_check") : ""].join(" ").trim()}
          color={item.is_conflict ? "warning" : "default"}
          onClick={() => onOpen(item)}
          sx={item.status === "void" ? { textDecoration: "line-through" } : {}}
        />
      ))}
    </Box>
  );
}
