import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { useBackNavigation } from "@seki/shared/navigation";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { PageTitle } from "@/console/ui";
import { GoldFacts, NoShowFee, ReservationFacts, VisitState } from "../reservation-detail";
import { StatusChip } from "./StatusChip";
import { NotesEditor } from "../customers/notes/NotesEditor";
import { useNotesFirst } from "../customers/notes/use-notes-first";
import { ReservationForms } from "../reservation-detail/forms";
import { Writers } from "../rights";

/** One reservation with all actions of staff (owner §2). */
export default function OwnerReservationPage() {
  const t = useT();
  const { data, reload } = usePage<"owner_reservation">();
  const { reservation, customer_groups } = data;
  const { saving, saveFirst } = useNotesFirst(reservation.customer_uid);
  const { isStale, refresh } = useBackNavigation(reload);
  return (
    <>
      <PageTitle
        title={t("reservation_facts.title")}
        actions={
          <>
            <Button component={Link} to={paths.day(reservation.date)}>
              {t("reservation.open_day")}
            </Button>
            {reservation.customer_uid && (
              <Button component={Link} to={paths.customer(reservation.customer_uid)}>
                {t("reservation.open_customer")}
              </Button>
            )}
          </>
        }
      />
      {isStale && (
        <Alert
          severity="warning"
          sx={{ mb: 2 }}
          action={
            <Button color="inherit" onClick={refresh}>
              {t("reservation_pane.reload")}
            </Button>
          }
        >
          {t("reservation_pane.stale")}
        </Alert>
      )}
      {reservation.cancel_request && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t("reservation.cancel_request_open")}
        </Alert>
      )}
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", md: "3fr 2fr" }, alignItems: "start" }}>
        <Paper variant="outlined" sx={{ p: 3, display: "grid", gap: 2 }}>
          <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap", alignItems: "center" }}>
            <Typography variant="h2">
              {reservation.is_holding ? t("reservations.holding") : reservation.customer_fullname}
            </Typography>
            <StatusChip status={reservation.shown_status} label={reservation.status_label} />
            <Chip size="small" variant="outlined" label={t(`reservation_facts.type.${reservation.type}`)} />
            {reservation.is_prepaid && <Chip size="small" color="success" label={t("reservation_facts.prepaid")} />}
          </Box>
          <VisitState uid={reservation.uid} service={reservation.service} onDone={() => void reload()} />
          {reservation.no_show_fee && (
            <NoShowFee uid={reservation.uid} fee={reservation.no_show_fee} onDone={() => void reload()} />
          )}
          <ReservationFacts reservation={reservation} />
        </Paper>
        <Box sx={{ display: "grid", gap: 2 }}>
          {!reservation.is_holding && (
            <Paper variant="outlined" sx={{ p: 3, display: "grid", gap: 2 }}>
              <Typography variant="h2">{t("reservation.edit")}</Typography>
              {reservation.customer_uid !== null && (
                <Writers of="floor">
                  <NotesEditor
                    key={reservation.customer_uid}
                    uid={reservation.customer_uid}
                    reservationUid={reservation.uid}
                    saving={saving}
                    onDone={() => void reload()}
                  />
                </Writers>
              )}
              <ReservationForms
                reservation={reservation}
                customerGroups={customer_groups}
                beforeUpdate={saveFirst}
                onDone={() => void reload()}
              />
            </Paper>
          )}
          {reservation.gold_user_profile && (
            <Paper variant="outlined" sx={{ p: 3, display: "grid", gap: 2 }}>
              <Typography variant="h2">{t("reservation.gold")}</Typography>
              <GoldFacts reservation={reservation} />
            </Paper>
          )}
        </Box>
      </Box>
    </>
  );
}
