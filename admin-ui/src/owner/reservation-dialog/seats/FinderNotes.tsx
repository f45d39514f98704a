import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import { joiner } from "@/console/i18n/page-language";
import { useShell } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { formatDate } from "@seki/shared/civil-time";
import type { Calendar } from "../model";
import type { useCustomerSearch } from "../use-customer-search";
import { seatedMeals } from "./wanted";
import type { SeatRequest, Wanted } from "./wanted";

interface ClosedProps {
  calendar: Calendar;
  asked: Wanted | null;
  /** The request that is searched instead; null if the restaurant is closed from then on. */
  wanted: Wanted | null;
}

/** Says why the proposals have another time than the requested one, or why there are none. */
export function ClosedNote({ calendar, asked, wanted }: ClosedProps) {
  const t = useT();
  if (asked === null || asked.time === wanted?.time) return null;
  const meals = seatedMeals(calendar);
  const hours = meals.map(({ from, till }) => `${from}–${till}`).join(joiner());
  if (wanted !== null) {
    return <Alert severity="info">{t("seat_finder.moved", { time: asked.time, next: wanted.time, hours })}</Alert>;
  }
  return (
    <Alert severity="warning" role="status">
      {t("seat_finder.closed", { time: asked.time, hours })}
    </Alert>
  );
}

interface UnderstoodProps {
  request: SeatRequest;
  /** The result of the search for the guest; null if the guest is fixed. */
  guests: ReturnType<typeof useCustomerSearch> | null;
}

/** Shows what was understood of an incomplete request, and what is missing, or that its date does not exist. */
export function Understood({ request, guests }: UnderstoodProps) {
  const t = useT();
  const { guests: size, time, guest, impossibleDay } = request;
  const parts = [size === null ? "" : t("console.guests", { count: size }), time ?? "", guests ? guest : ""];
  const understood = parts.filter((part) => part !== "").join(" / ");
  const missing = size === null ? (time === null ? "both" : "size") : "time";
  if (impossibleDay !== null) {
    return (
      <Alert severity="error" role="status">
        {t("seat_finder.impossible_day", { day: impossibleDay })}
      </Alert>
    );
  }
  const isUnknown = guests?.isSettled === true && guest !== "" && guests.hits.length === 0 && !guests.isError;
  return (
    <>
      {guests?.isError === true && <Alert severity="error">{t("console.fetch_failed")}</Alert>}
      {understood !== "" && (
        <Typography role="status" color="text.secondary">
          {t("seat_finder.understood", { parts: understood })} {t(`seat_finder.missing.${missing}`)}
          {isUnknown && ` ${t("seat_finder.no_guest")}`}
        </Typography>
      )}
    </>
  );
}

/** Offers to continue on another day. */
export function DayJump({ day }: { day: string }) {
  const t = useT();
  const { locale } = useShell();
  return (
    <Typography component="span" sx={{ fontWeight: 600 }}>
      {t("seat_finder.go_to_day", { day: formatDate(day, locale) })}
    </Typography>
  );
}
