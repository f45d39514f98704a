import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { formatTime } from "@seki/shared/civil-time";
import { useT } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";

interface Props {
  /** The last moment for which the picture is right, in milliseconds. */
  asOf: number;
  onRetry: () => void;
}

/** Says that the picture is old, and since when: staff must not seat anybody by it without a look. */
export function AwayBar({ asOf, onRetry }: Props) {
  const t = useT();
  const { locale, session } = usePage<"owner_daily_calendar">();
  const time = formatTime(new Date(asOf).toISOString(), locale, session.restaurant.time_zone);
  return (
    <Alert
      severity="error"
      variant="filled"
      role="alert"
      action={
        <Button color="inherit" size="small" onClick={onRetry} sx={{ whiteSpace: "nowrap" }}>
          {t("calendar.away_retry")}
        </Button>
      }
      sx={{ position: "sticky", top: { xs: 60, sm: 68 }, zIndex: 1100, mb: 1, displayPrint: "none" }}
    >
      <strong>{t("calendar.away_since", { time })}</strong> {t("calendar.away_text")}
    </Alert>
  );
}
