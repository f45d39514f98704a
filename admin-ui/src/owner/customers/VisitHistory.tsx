import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { plainDate, yen } from "@/console/i18n/page-language";
import { ApiError, send, showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";
import { AppLink, useAsk, useNoticedWrite } from "@/console/ui";
import { Writers } from "../rights";

type Visit = Schemas["CustomerVisit"];

interface Props {
  visits: readonly Visit[];
  onChanged: () => Promise<void>;
}

/** Maximum number of listed reservations. There may be earlier ones. */
const MAX_VISITS = 200;

const COLORS = {
  upcoming: "info.main",
  waiting: "text.disabled",
  visited: "success.main",
  no_show: "error.main",
  cancelled: "text.disabled",
  declined: "text.disabled",
  expired: "text.disabled",
  withdrawn: "text.disabled",
  cancelled_by_restaurant: "text.disabled",
  cancelled_by_admin: "text.disabled",
} as const satisfies Record<Visit["outcome"], string>;

/** The timeline of a customer's reservations, the latest first, with outcome, spending and notes. */
export function VisitHistory({ visits, onChanged }: Props) {
  const t = useT();
  return (
    <section aria-labelledby="history">
      <Typography id="history" variant="h2" sx={{ mb: 1 }}>
        {t("customer.history")}
      </Typography>
      {visits.length === 0 && <Typography color="text.secondary">{t("customer.history_none")}</Typography>}
      <Box component="ol" sx={lineStyles}>
        {visits.map((visit) => (
          <VisitItem key={visit.uid} visit={visit} onChanged={onChanged} />
        ))}
      </Box>
      {visits.length === MAX_VISITS && (
        <Typography color="text.secondary" variant="body2" sx={{ mt: 1 }}>
          {t("customer.history_most", { count: MAX_VISITS })}
        </Typography>
      )}
    </section>
  );
}

function VisitItem({ visit, onChanged }: { visit: Visit; onChanged: () => Promise<void> }) {
  const t = useT();
  const date = `${plainDate(visit.date)} ${visit.start_time}`;
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{
        position: "relative",
        p: 1.5,
        display: "grid",
        gap: 0.5,
        "&::before": { ...dotStyles, bgcolor: COLORS[visit.outcome] },
      }}
    >
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <AppLink
          to={paths.reservation(visit.uid)}
          aria-label={t("customer.open_reservation", { date })}
          sx={{ fontWeight: 600 }}
        >
          {date}
        </AppLink>
        <OutcomeChip visit={visit} />
        {visit.is_no_show && <Chip size="small" color="error" label={t("customer.no_show_mark")} />}
        {visit.rating !== null && <Chip size="small" variant="outlined" label={ratingLabel()} />}
        <Typography color="text.secondary" variant="body2" sx={{ ml: "auto" }}>
          {visit.reservation_code}
        </Typography>
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, justifyContent: "space-between" }}>
        <Typography variant="body2">
          {[t("console.guests", { count: visit.guests_count }), visit.course_name].filter(Boolean).join(" / ")}
        </Typography>
        {visit.spent > 0 && (
          <Typography variant="body2" sx={{ fontWeight: 600, fontVariantNumeric: "tabular-nums" }}>
            {yen(visit.spent)}
          </Typography>
        )}
      </Box>
      <Note label={t("calendar.request")} text={visit.special_request} />
      <Note label={t("calendar.memo")} text={visit.internal_memo} />
      {visit.has_begun && <NoShowButton visit={visit} date={date} onChanged={onChanged} />}
    </Paper>
  );

  function ratingLabel(): string {
    const rating = visit.rating as "good" | "average" | "poor" | "unacceptable";
    return t(`reviews.ratings.${rating}`);
  }
}

/** Shows how the reservation ended, and who ended it; the status of one that has not ended. */
function OutcomeChip({ visit }: { visit: Visit }) {
  const t = useT();
  switch (visit.outcome) {
    case "visited":
      return <Chip size="small" color="success" label={t("customer.visited")} />;
    case "upcoming":
    case "waiting":
    case "no_show":
      return <Chip size="small" label={visit.status_label} />;
    default:
      return <Chip size="small" variant="outlined" label={t(`customer.ended.${visit.outcome}`)} />;
  }
}

function Note({ label, text }: { label: string; text: string }) {
  if (text === "") return null;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
      {label}: {text}
    </Typography>
  );
}

const lineStyles = {
  listStyle: "none",
  m: 0,
  ml: 0.75,
  p: 0,
  pl: 2.25,
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: 1,
  borderLeft: 2,
  borderColor: "divider",
} as const;

/** A dot on the timeline next to the day. */
const dotStyles = {
  content: '""',
  position: "absolute",
  left: -26,
  top: 18,
  width: 12,
  height: 12,
  borderRadius: "50%",
  border: 2,
  borderColor: "background.default",
} as const;

function NoShowButton({ visit, date, onChanged }: { visit: Visit; date: string; onChanged: () => Promise<void> }) {
  const t = useT();
  const ask = useAsk();
  const { write } = useNoticedWrite();
  const { uid, service_state: from } = visit;
  const note = async () => {
    const no_show = !visit.is_no_show;
    // A party that has come becomes a no-show only if staff have seen its state.
    const text = from === null ? undefined : t("customer.no_show_step", { step: t(`service.step.${from}`) });
    if (no_show && !(await ask({ title: t("customer.no_show_ask", { date }), text, danger: true }))) return;
    await write(async () => {
      const body = { no_show, from };
      try {
        const { message } = await send("PUT", "/owners/api/reservations/{uid}/no_show", { path: { uid }, body });
        showFlash({ kind: "notice", message, sticky: false });
      } catch (error) {
        // Another user has recorded a step meanwhile: the page shows it.
        if (error instanceof ApiError && error.status === 409) await onChanged();
        throw error;
      }
      await onChanged();
    });
  };
  return (
    <Box>
      <Writers of="floor">
        <Button size="small" onClick={() => void note()}>
          {t(visit.is_no_show ? "customer.no_show_undo" : "customer.no_show")}
        </Button>
      </Writers>
    </Box>
  );
}
