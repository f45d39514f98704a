import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { Theme } from "@mui/material/styles";
import { joiner } from "@/console/i18n/page-language";
import type { Schemas } from "@/owner/api";
import { formatDate } from "@seki/shared/civil-time";
import { useT } from "@/owner/i18n/use-t";
import { withHyphens } from "@seki/shared/phone";
import { paths, usePage } from "@/owner/navigation";
import { AppLink } from "@/console/ui";
import { StatusChip } from "./StatusChip";

type Listed = Schemas["ListedReservation"];

/** The rows of the list: a table on a wide screen, cards on a phone or tablet. */
export function ReservationRows({ reservations }: { reservations: readonly Listed[] }) {
  const t = useT();
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down("lg"), { noSsr: true });
  if (isNarrow) return <Cards reservations={reservations} />;
  return (
    <TableContainer component={Paper} variant="outlined">
      <Table size="small" sx={{ minWidth: 1040 }}>
        <TableHead>
          <TableRow>
            <TableCell>{t("reservation_facts.when")}</TableCell>
            <TableCell>{t("reservations.customer")}</TableCell>
            <TableCell sx={{ whiteSpace: "nowrap" }}>{t("reservation_facts.guests")}</TableCell>
            <TableCell>{t("reservation_facts.status_label")}</TableCell>
            <TableCell>{t("reservations.seat")}</TableCell>
            <TableCell>{t("reservation_facts.course")}</TableCell>
            <TableCell>{t("reservations.phone")}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {reservations.map((r) => (
            <TableRow hover key={r.uid}>
              <TableCell sx={{ whiteSpace: "nowrap" }}>
                <VisitTime reservation={r} />
              </TableCell>
              <TableCell sx={{ minWidth: 140 }}>
                <GuestName reservation={r} />
              </TableCell>
              <TableCell sx={{ whiteSpace: "nowrap" }}>{t("console.guests", { count: r.guests_count })}</TableCell>
              <TableCell>
                <Marks reservation={r} />
              </TableCell>
              <TableCell sx={{ minWidth: 110 }}>{seatOf(r)}</TableCell>
              <TableCell sx={{ minWidth: 130 }}>{r.course_name}</TableCell>
              <TableCell sx={{ whiteSpace: "nowrap" }}>{withHyphens(r.display_phone_number)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function Cards({ reservations }: { reservations: readonly Listed[] }) {
  const t = useT();
  return (
    <Box
      component="ul"
      sx={{
        listStyle: "none",
        m: 0,
        p: 0,
        display: "grid",
        gap: 1,
        gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 20rem), 1fr))",
      }}
    >
      {reservations.map((r) => (
        <Paper
          key={r.uid}
          component="li"
          variant="outlined"
          sx={{ p: 1.5, display: "grid", gap: 0.75, minWidth: 0, alignContent: "start" }}
        >
          <VisitTime reservation={r} />
          <Box sx={{ minWidth: 0 }}>
            <GuestName reservation={r} />
          </Box>
          <Marks reservation={r} />
          <Typography variant="body2">
            {[t("console.guests", { count: r.guests_count }), seatOf(r), r.course_name].filter(Boolean).join(" / ")}
          </Typography>
          {r.display_phone_number !== "" && (
            <Typography variant="body2">{withHyphens(r.display_phone_number)}</Typography>
          )}
        </Paper>
      ))}
    </Box>
  );
}

interface Props {
  reservation: Listed;
}

function VisitTime({ reservation: r }: Props) {
  const { locale } = usePage<"owner_reservations">();
  return (
    <Box>
      <AppLink to={paths.reservation(r.uid)}>
        {formatDate(r.date, locale)} {r.start_time}–{r.end_time}
      </AppLink>
      <Typography variant="body2" color="text.secondary">
        {r.reservation_code}
      </Typography>
    </Box>
  );
}

function GuestName({ reservation: r }: Props) {
  const t = useT();
  const name = r.customer_uid ? (
    <AppLink to={paths.customer(r.customer_uid)}>{r.customer_fullname}</AppLink>
  ) : (
    r.customer_fullname
  );
  return (
    <>
      {r.shown_status === "holding" ? (
        <Typography variant="body2" color="text.secondary">
          {t("reservations.holding")}
        </Typography>
      ) : (
        name
      )}
      {r.customer_group_label && <Chip size="small" label={r.customer_group_label} sx={{ ml: 1 }} />}
      {r.internal_memo && (
        <Typography variant="body2" color="text.secondary" noWrap sx={{ maxWidth: "16rem" }}>
          {r.internal_memo}
        </Typography>
      )}
    </>
  );
}

function Marks({ reservation: r }: Props) {
  const t = useT();
  return (
    <Box sx={{ display: "flex", gap: 0.5, flexWrap: "wrap" }}>
      <StatusChip status={r.shown_status} label={r.status_label} />
      <Chip size="small" variant="outlined" label={t(`reservation_facts.type.${r.type}`)} />
      {r.is_prepaid && <Chip size="small" color="success" label={t("reservation_facts.prepaid")} />}
      {r.shown_status === "confirmed" && r.service.state !== null && (
        <Chip
          size="small"
          color={r.service.state === "no_show" ? "error" : "primary"}
          label={t(`service.step.${r.service.state}`)}
        />
      )}
      {r.has_cancel_request && <Chip size="small" color="warning" label={t("reservations.cancel_requested")} />}
      {r.is_invite_undelivered && <Chip size="small" color="error" label={t("reservations.invite_undelivered")} />}
      {r.has_guest_count_request && <Chip size="small" color="info" label={t("reservations.fewer_requested")} />}
    </Box>
  );
}

function seatOf({ seat_title, seat_labels }: Listed): string {
  return [seat_title, seat_labels.join(joiner())].join(" ");
}
