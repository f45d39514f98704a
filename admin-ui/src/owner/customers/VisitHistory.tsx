import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { send, showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { refusalOf } from "@/console/app/data-provider";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";
import { AppLink, useAsk } from "@/console/ui";
import { Writers } from "../rights";

type Visit = Schemas["CustomerVisit"];

interface Props {
  visits: readonly Visit[];
  onChanged: () => void;
}

/** The reservations of a customer, the latest first, and whether the guest came. */
export function VisitHistory({ visits, onChanged }: Props) {
  const t = useT();
  return (
    <section aria-labelledby="history">
      <Typography id="history" variant="h2" sx={{ mb: 1 }}>
        {t("customer.history")}
      </Typography>
      {visits.length === 0 && <Typography color="text.secondary">{t("customer.history_none")}</Typography>}
      <Box component="ul" sx={{ listStyle: "none", p: 0, m: 0, display: "grid", gap: 1 }}>
        {visits.map((visit) => (
          <VisitItem key={visit.uid} visit={visit} onChanged={onChanged} />
        ))}
      </Box>
    </section>
  );
}

function VisitItem({ visit, onChanged }: { visit: Visit; onChanged: () => void }) {
  const t = useT();
  const date = `${visit.date.replaceAll("-", "/")} ${visit.start_time}`;
  const isOver = ["cancelled", "expired"].includes(visit.shown_status);
  return (
    <Paper component="li" variant="outlined" sx={{ p: 1.5, display: "grid", gap: 0.5, opacity: isOver ? 0.85 : 1 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <AppLink
          to={paths.reservation(visit.uid)}
          aria-label={t("customer.open_reservation", { date })}
          sx={{ fontWeight: 600 }}
        >
          {date}
        </AppLink>
        <Chip size="small" variant={isOver ? "outlined" : "filled"} label={visit.status_label} />
        {visit.is_no_show && <Chip size="small" color="error" label={t("customer.no_show_mark")} />}
        {visit.rating !== null && <Chip size="small" variant="outlined" label={ratingLabel()} />}
        <Typography color="text.secondary" variant="body2" sx={{ ml: "auto" }}>
          {visit.reservation_code}
        </Typography>
      </Box>
      <Typography variant="body2">
        {[t("console.guests", { count: visit.guests_count }), visit.course_name].filter(Boolean).join(" ・ ")}
      </Typography>
      {[visit.special_request, visit.internal_memo].filter(Boolean).map((text) => (
        <Typography key={text} variant="body2" color="text.secondary" sx={{ whiteSpace: "pre-line" }}>
          {text}
        </Typography>
      ))}
      {visit.has_begun && <NoShowButton visit={visit} date={date} onChanged={onChanged} />}
    </Paper>
  );

  function ratingLabel(): string {
    const rating = visit.rating as "good" | "average" | "poor" | "unacceptable";
    return t(`reviews.ratings.${rating}`);
  }
}

function NoShowButton({ visit, date, onChanged }: { visit: Visit; date: string; onChanged: () => void }) {
  const t = useT();
  const ask = useAsk();
  const note = async () => {
    const no_show = !visit.is_no_show;
    if (no_show && !(await ask({ title: t("customer.no_show_ask", { date }), danger: true }))) return;
    try {
      const { message } = await send("PUT", "/owners/api/reservations/{uid}/no_show", {
        path: { uid: visit.uid },
        body: { no_show },
      });
      showFlash({ kind: "notice", message, sticky: false });
      onChanged();
    } catch (error) {
      const { message } = refusalOf(error, t("console.network_error"));
      showFlash({ kind: "alert", message, sticky: false });
    }
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
