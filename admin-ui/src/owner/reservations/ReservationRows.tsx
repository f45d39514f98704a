import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useListContext } from "ra-core";
import { DataTable } from "react-admin";
import { joiner, plainDate, yen } from "@/console/i18n/page-language";
import { ListTable } from "@/console/lists";
import { useIsNarrow } from "@/console/lists/use-is-narrow";
import { AppLink } from "@/console/ui";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { formatDate } from "@seki/shared/civil-time";
import { withHyphens } from "@seki/shared/phone";
import { AS_LISTED } from "../lists";
import { StatusChip } from "./StatusChip";

type Listed = Schemas["ListedReservation"];
const Col = DataTable.Col<Listed>;

/** The fields by which cards are sorted. */
export const SORT_FIELDS = [AS_LISTED.field, "starts_at", "guest_name", "guests_count", "status"];

const HIDDEN = ["email", "special_request", "course_price", "created_at"];

/** The rows of the list: a table, or cards if there is no space for it. */
export function ReservationRows() {
  const t = useT();
  const isNarrow = useIsNarrow();
  const { data = [] } = useListContext<Listed>();
  if (isNarrow && data.length > 0) return <Cards reservations={data} />;
  return (
    <ListTable label={t("reservations.title")} empty={t("reservations.empty")} hiddenColumns={HIDDEN} sx={STYLES}>
      <Col source="starts_at" render={(r) => <VisitTime reservation={r} />} />
      <Col source="guest_name" render={(r) => <GuestName reservation={r} />} />
      <Col source="guests_count" render={(r) => t("console.guests", { count: r.guests_count })} />
      <Col source="status" render={(r) => <Marks reservation={r} />} />
      <Col source="seats" disableSort render={seatOf} />
      <Col source="course_title" render={(r) => r.course_name} />
      <Col source="guest_phone" render={(r) => withHyphens(r.display_phone_number)} />
      <Col source="email" disableSort />
      <Col source="special_request" />
      <Col source="course_price" align="right" render={(r) => yen(r.course_price)} />
      <Col source="created_at" sortByOrder="DESC" render={(r) => plainDate(r.created_at)} />
    </ListTable>
  );
}

/** Width of the table in pixels. */
export const TABLE_WIDTH = 1040;
const STYLES = {
  minWidth: TABLE_WIDTH,
  "& .column-starts_at, & .column-guests_count, & .column-guest_phone, & .column-created_at": { whiteSpace: "nowrap" },
  "& .column-guest_name": { minWidth: 140 },
  "& .column-seats": { minWidth: 110 },
  "& .column-course_title": { minWidth: 130 },
  "& td.column-email, & td.column-special_request": { overflowWrap: "anywhere" },
} as const;

function Cards({ reservations }: { reservations: readonly Listed[] }) {
  const t = useT();
  return (
    <Box
      component="ul"
      aria-label={t("reservations.title")}
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
