import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import type { Schemas } from "@/owner/api";
import type { CalendarItem } from "../daily-calendar/model/blocks";
import { seatLabelsOf } from "../daily-calendar/model/visits";

interface Props {
  /** The missing record. */
  title: string;
  parties: readonly CalendarItem[];
  groups: Schemas["OwnerDailyCalendarPage"]["inventory_groups"];
  onOpen: (item: CalendarItem) => void;
}

/** Lists parties past their time whose arrival or departure staff must still record. */
export function OpenRecords({ title, parties, groups, onOpen }: Props) {
  if (parties.length === 0) return null;
  return (
    <Box
      role="group"
      aria-label={title}
      sx={{ display: "flex", flexWrap: "wrap", gap: 1, mb: 1, alignItems: "center" }}
    >
      <span>{title}</span>
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
