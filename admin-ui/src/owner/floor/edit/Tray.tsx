import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import { useT } from "@/owner/i18n/use-t";
import type { SeatRow } from "../../daily-calendar/model/geometry";

interface Props {
  rows: readonly SeatRow[];
  onPlace: (row: SeatRow) => void;
}

/** Lists the unplaced tables. A press places one on the first free squares. */
export function Tray({ rows, onPlace }: Props) {
  const t = useT();
  return (
    <Box
      component="section"
      aria-label={t("floor_plan.tray")}
      sx={{
        display: "flex",
        flexWrap: "wrap",
        gap: 1,
        alignItems: "center",
        minHeight: 44,
        maxHeight: 104,
        overflowY: "auto",
        mb: 1,
      }}
    >
      <span>{rows.length === 0 ? t("floor_plan.tray_empty") : t("floor_plan.tray")}</span>
      {rows.map((row) => (
        <Chip
          key={row.seat.uid}
          icon={<AddIcon />}
          label={row.seat.label}
          aria-label={t("floor_plan.place", { label: row.seat.label })}
          onClick={() => onPlace(row)}
          sx={{ height: 44, borderRadius: 6 }}
        />
      ))}
    </Box>
  );
}
