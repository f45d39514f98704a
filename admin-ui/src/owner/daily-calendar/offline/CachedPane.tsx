import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Facts } from "@/console/ui";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { withHyphens } from "@seki/shared/phone";
import { usePage } from "@/owner/navigation";
import { dropNote, isUnsentUid, uidOf } from "../../offline";
import { useMinute } from "../live/use-now";
import { allergyLine, tagsOf } from "../model/alerts";
import type { CalendarItem } from "../model/blocks";
import { notesOf, seatLabelsOf } from "../model/visits";
import { ServiceSteps } from "../service/ServiceSteps";
import { isVisit } from "../service/steps";
import { useNotes } from "./use-offline";

interface Props {
  item: CalendarItem;
  day: Schemas["OwnerDailyCalendarPage"];
  onDone: () => void;
}

/** The pane of a reservation whose details are unavailable offline. It shows the data of the cached day. */
export function CachedPane({ item, day, onDone }: Props) {
  const t = useT();
  const { session } = usePage<"owner_daily_calendar">();
  const [today = ""] = useMinute(session.restaurant.time_zone).split(" ");
  const { waiting } = useNotes();
  const note = waiting.find((each) => each.kind === "walk_in" && uidOf(each) === item.uid);
  const facts = [
    [t("pane.visit"), `${item.start_time}–${item.end_time}`],
    [t("pane.guests"), item.guests_count === null ? "" : t("console.guests", { count: item.guests_count })],
    [t("pane.seats"), seatLabelsOf(item, day.inventory_groups)],
    [t("pane.course"), item.course_name],
    [t("pane.phone"), withHyphens(item.phone_display)],
  ] as const;
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {isVisit(item) && <ServiceSteps item={item} hasBegun={day.date <= today} onDone={onDone} />}
      {item.has_allergy && (
        <Typography component="strong" color="error" sx={{ fontWeight: 700 }}>
          {allergyLine(item, t)}
        </Typography>
      )}
      {item.customer_tags.length > 0 && (
        <Typography component="strong" sx={{ fontWeight: 700 }}>
          {tagsOf(item)}
        </Typography>
      )}
      <Facts facts={facts} />
      {notesOf(item, t).map((words) => (
        <Typography key={words} variant="body2" sx={{ whiteSpace: "pre-line" }}>
          {words}
        </Typography>
      ))}
      <Alert severity="info">{t(isUnsentUid(item.uid) ? "offline.unsent_party" : "offline.kept_pane")}</Alert>
      {note && (
        <Button color="secondary" variant="outlined" onClick={() => void dropNote(note)}>
          {t("offline.take_back")}
        </Button>
      )}
    </Box>
  );
}
