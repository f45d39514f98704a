import Box from "@mui/material/Box";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { glanceOf } from "./model/visits";
import { countsKey, countsOf } from "./waiting/model";
import { useOpenEntries } from "./waiting/use-open-entries";

/** Shows the day in one line: parties and guests of each meal, and the facts that service must know. */
export function DayGlance({ day }: { day: Schemas["OwnerDailyCalendarPage"] }) {
  const t = useT();
  const { all, meals, waiting, firstVisits, prepaid, allergies, walkIns, noShows } = glanceOf(day);
  const list = countsOf(useOpenEntries(day));
  const parts = [
    ...(meals.length === 0 ? [t("calendar.sheet_total", { ...all })] : []),
    ...meals.map(({ label, ...count }) => t("calendar.sheet_meal", { meal: label, ...count })),
    firstVisits > 0 && t("glance.first_visits", { count: firstVisits }),
    prepaid > 0 && t("glance.prepaid", { count: prepaid }),
    allergies > 0 && t("glance.allergies", { count: allergies }),
    walkIns > 0 && t("glance.walk_ins", { count: walkIns }),
    noShows > 0 && t("glance.no_shows", { count: noShows }),
    waiting.parties > 0 && t("calendar.sheet_waiting", { ...waiting }),
    list.count > 0 && t(`glance.waiting_list.${countsKey(list)}`, { ...list }),
  ].filter((part) => part !== false);
  return (
    <Box
      component="ul"
      aria-label={t("glance.title")}
      sx={{
        listStyle: "none",
        p: 0,
        m: 0,
        mb: 1,
        display: "flex",
        flexWrap: "wrap",
        columnGap: 2,
        rowGap: 0.25,
        fontSize: "0.9rem",
        fontVariantNumeric: "tabular-nums",
        displayPrint: "none",
      }}
    >
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </Box>
  );
}
