import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import { useT } from "@/owner/i18n/use-t";
import type { Schemas } from "@/owner/api";
import type { CalendarItem } from "../daily-calendar/model/blocks";
import { seatLabelsOf } from "../daily-calendar/model/visits";
import type { LateItems, Lateness } from "../daily-calendar/service/steps";
import { guestsOf } from "./labels";

interface Props {
  parties: readonly CalendarItem[];
  groups: Schemas["OwnerDailyCalendarPage"]["inventory_groups"];
  late: LateItems;
  openUid: string | null;
  onOpen: (item: CalendarItem) => void;
}

/**
 * Lists the parties that come within the hour. The height does not depend on their number: the floor below must not
 * move under a finger.
 */
export function Arrivals({ parties, groups, late, openUid, onOpen }: Props) {
  const t = useT();
  if (parties.length === 0) return <Box sx={line}>{t("floor_plan.no_arrivals")}</Box>;
  return (
    <Box role="group" aria-label={t("floor_plan.arrivals")} sx={line}>
      <span>{t("floor_plan.arrivals")}</span>
      {parties.map((party) => (
        <Chip
          key={party.uid}
          color={late.get(party.uid) === "awaited" ? "error" : "default"}
          variant={party.uid === openUid ? "filled" : "outlined"}
          label={wordsOf(party, late.get(party.uid) ?? null, groups, t)}
          onClick={() => onOpen(party)}
          sx={{ height: 40, borderRadius: 5 }}
        />
      ))}
    </Box>
  );
}

const line = {
  display: "flex",
  gap: 1,
  alignItems: "center",
  height: 44,
  mb: 1,
  overflowX: "auto",
  whiteSpace: "nowrap",
} as const;

function wordsOf(
  party: CalendarItem,
  lateness: Lateness | null,
  groups: Props["groups"],
  t: ReturnType<typeof useT>,
): string {
  const allergy = party.has_allergy ? t("calendar.allergy") : "";
  const late = lateness === null ? "" : t(`service.${lateness}`);
  const parts = [party.start_time, party.title, guestsOf(party, t), seatLabelsOf(party, groups), allergy, late];
  return parts.filter((part) => part !== "").join(" ");
}
