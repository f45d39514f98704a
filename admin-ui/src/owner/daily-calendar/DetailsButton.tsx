import ExpandLessIcon from "@mui/icons-material/ExpandLess";
import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { dayForm, useDrafts } from "../drafts";
import type { Details } from "./use-details";

interface Props {
  day: Pick<Schemas["OwnerDailyCalendarPage"], "date" | "is_closed" | "daily_memo">;
  details: Details;
}

/** Shows and hides the details of a day. While they are hidden, it shows the marks that staff must not miss. */
export function DetailsButton({ day, details: { isShown, onToggle } }: Props) {
  const t = useT();
  const hasDraft = useDrafts().has(dayForm(day.date));
  return (
    <>
      <Button
        size="small"
        aria-expanded={isShown}
        endIcon={isShown ? <ExpandLessIcon /> : <ExpandMoreIcon />}
        onClick={onToggle}
      >
        {t("calendar.details")}
      </Button>
      {!isShown && day.is_closed && <Chip size="small" color="secondary" label={t("calendar.closed")} />}
      {!isShown && day.daily_memo !== "" && <Chip size="small" variant="outlined" label={t("days.memo")} />}
      {!isShown && hasDraft && <Chip size="small" color="warning" label={t("drafts.mark")} />}
    </>
  );
}
