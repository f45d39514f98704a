import Box from "@mui/material/Box";
import { useT } from "@/owner/i18n/use-t";
import type { CalendarItemType } from "./model/blocks";
import { blockStyles } from "./grid/styles";

const TYPES: readonly CalendarItemType[] = [
  "OnlineReservation",
  "OfflineReservation",
  "InvitedReservation",
  "OffsiteReservation",
  "Pending",
  "OnlineCancellation",
  "OnlineStockGroup",
  "GoldAllocatedSlot",
];

/** Explains the blocks' styles. */
export function Legend() {
  const t = useT();
  return (
    <Box
      component="ul"
      aria-label={t("calendar.legend")}
      sx={[
        blockStyles,
        {
          display: "flex",
          flexWrap: "wrap",
          gap: 1,
          listStyle: "none",
          p: 0,
          my: 1.5,
          fontSize: 12,
          displayPrint: "none",
          "& li.block.block": {
            position: "static",
            cursor: "default",
            px: 1,
            borderWidth: 1,
            borderLeftWidth: 4,
            borderRadius: "4px",
          },
        },
      ]}
    >
      {TYPES.map((type) => (
        <li key={type} className={`block ${type}`}>
          {t(`calendar.type.${type}`)}
        </li>
      ))}
      <li className="block void">
        <span className="title">{t("calendar.state.cancelled")}</span>
      </li>
    </Box>
  );
}
