import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import { useT } from "@/owner/i18n/use-t";
import type { Schemas } from "@/owner/api";
import type { CalendarItem } from "../daily-calendar/model/blocks";
import { seatLabelsOf } from "../daily-calendar/model/visits";

interface Props {
  parties: readonly CalendarItem[];
  groups: Schemas["OwnerDailyCalendarPage"]["inventory_groups"];
  onOpen: (item: CalendarItem) => void;
}

/** Lists the parties that have not come by the end of their time. */
export function MissedArrivals({ parties, groups, onOpen }: Props) {
  const t = useT();
  if (parties.length === 0) return null;
  return (
    <Box
      role="group"
      aria-label={t("floor_plan.missed")}
      sx={{ display: "flex", flexWrap: "wrap", gap: 1, mb: 1, alignItems: "center" }}
    >
      <span>{t("floor_plan.missed")}</span>
      {parties.map((party) => (
        <Chip
          key={party.uid}
          color="error"
          variant="outlined"
          label={`${party.start_time} ${party.title} ${seatLabelsOf(party, groups)}`}
          onClick={() => onOpen(party)}
          sx={{ height: 40, borderRadius: 5 }}
        />
      ))}
    </Box>
  );
}
