import type { ReactNode } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { yen } from "@/console/i18n/page-language";
import { AdjustmentTable } from "@/admin/adjustments/AdjustmentTable";
import { useAdjustment } from "@/admin/adjustments/use-adjustment";
import { EventTable } from "@/admin/audit/EventTable";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { PageTitle } from "@/console/ui";
import { AdminReservationFacts } from "./AdminReservationFacts";
import { CancelRequestPane } from "./CancelRequestPane";
import { ChargeTable } from "./ChargeTable";
import { GuestFacts } from "./GuestFacts";
import { MessageTable } from "./MessageTable";
import { NoShowFeePane } from "./NoShowFeePane";
import { ReservationActions } from "./ReservationActions";

/** A reservation of any restaurant: facts, guest, payments, messages and history, and what can be done. */
export default function AdminReservationPage() {
  const t = useT();
  const data = usePageData<"admin_reservation">();
  const { payment_dispute: dispute, lost_amount: lost } = data;
  const { isAllowed, begin, dialog } = useAdjustment(data.approval_above);
  return (
    <>
      <PageTitle
        title={t("reservation_facts.title")}
        actions={
          <Button component={Link} to={paths.charges(data.reservation.uid)}>
            {t("reservation.charges")}
          </Button>
        }
      />
      {dispute !== null && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {dispute === "open" ? t("disputes.on_reservation") : t(`disputes.state.${dispute}`)}
          {lost > 0 && ` (${t("disputes.lost_amount", { amount: yen(lost) })})`}
        </Alert>
      )}
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { md: "minmax(0, 1fr) minmax(0, 1fr)" } }}>
        <Paper variant="outlined" sx={{ p: 3 }}>
          <AdminReservationFacts reservation={data.reservation} seats={data.seats} end={data.display_end} />
        </Paper>
        <Box sx={{ display: "grid", gap: 2, alignContent: "start" }}>
          <Paper component="section" variant="outlined" sx={{ p: 3, display: "grid", gap: 1.5 }}>
            <Typography variant="h2">{t("booking.guest")}</Typography>
            <GuestFacts guest={data.guest} userUid={data.user_uid} />
          </Paper>
          <ReservationActions data={data} onCorrect={isAllowed ? begin : null} />
        </Box>
      </Box>
      {data.no_show_fee && <NoShowFeePane fee={data.no_show_fee} />}
      {data.cancel_requests.map((request) => (
        <CancelRequestPane key={request.uid} request={request} />
      ))}
      <Section title={t("reservation.charges")}>
        <ChargeTable charges={data.charges} userUid={data.user_uid} onRefund={isAllowed ? begin : null} />
        {data.adjustments.length > 0 && (
          <AdjustmentTable adjustments={data.adjustments} empty={t("adjustment.none_ever")} />
        )}
      </Section>
      <Section title={t("booking.messages")}>
        <MessageTable messages={data.messages} />
      </Section>
      <Section title={t("booking.history")}>
        <EventTable label={t("booking.history")} events={data.history} />
      </Section>
      {dialog}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ mt: 4, display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Typography variant="h2">{title}</Typography>
      {children}
    </Box>
  );
}
