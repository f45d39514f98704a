import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { Schemas } from "@/api";
import { useT } from "@/i18n/use-t";
import { usePage } from "@/navigation";
import type { Chosen } from "./model/selection";

interface Props {
  day: Schemas["OwnerDailyCalendarPage"];
  chosen: Chosen | null;
  onClear: () => void;
  reload: () => Promise<void>;
}

/** What can be done with the selected seats. */
export function DayActions({ chosen, onClear }: Props) {
  const t = useT();
  const { features } = usePage<"owner_daily_calendar">();
  const mayCreateSlots = features.createOsgEnabled && features.allowReservableOperation;
  return (
    <Box
      sx={{
        display: "flex",
        flexWrap: "wrap",
        gap: 1,
        alignItems: "center",
        minHeight: 48,
        mb: 1,
        displayPrint: "none",
      }}
    >
      <Button variant="contained" disabled={chosen === null}>
        {t("calendar.create_reservation")}
      </Button>
      {mayCreateSlots && (
        <Button variant="outlined" disabled={chosen === null}>
          {t("calendar.create_slot")}
        </Button>
      )}
      <Typography aria-live="polite" sx={{ fontSize: "0.9rem" }}>
        {chosen
          ? t("calendar.selected", {
              time: chosen.column.from,
              group: chosen.group.title,
              seats: chosen.items.map(({ label }) => label).join("・"),
            })
          : t("calendar.select_hint")}
      </Typography>
      {chosen && (
        <Button size="small" onClick={onClear}>
          {t("calendar.clear_selection")}
        </Button>
      )}
    </Box>
  );
}
