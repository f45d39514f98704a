import type { ReactNode } from "react";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formatShortDate, formatShortInstant } from "@seki/shared/civil-time";
import { useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { phoneText } from "@seki/shared/phone";
import type { TextKey } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { AppLink, PageTitle } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";
import { FilterChoice, FilterField, FilterForm } from "./FilterForm";
import { ListEnd } from "./ListEnd";

type Listed = Schemas["AdminListedReservation"];

const STATUSES = ["pending", "accepted", "void", "expired", "owner_delete", "admin_delete"] as const;

interface Props {
  title: TextKey;
  keyword?: TextKey;
  list: Schemas["ReservationSection"];
  /** Content between the title and the list. */
  children?: ReactNode;
}

/** A list of reservations of one kind: conditions, rows, and a link to the next rows. */
export function ReservationSection({ title, keyword = "sections.reservations.keyword", list, children }: Props) {
  const t = useT();
  const { filter, reservations, next } = list;
  return (
    <>
      <PageTitle title={t(title)} />
      {children}
      <FilterForm>
        <FilterField name="keyword" label={t(keyword)} value={filter.keyword} />
        <FilterChoice
          name="status"
          label={t("reservation_facts.status_label")}
          value={filter.status}
          all={t("sections.reservations.any_status")}
          choices={STATUSES.map((each) => [each, t(`reservation_facts.status.${each}`)])}
        />
        <FilterField name="date_from" type="date" label={t("sections.date_from")} value={filter.date_from} />
        <FilterField name="date_till" type="date" label={t("sections.date_till")} value={filter.date_till} />
      </FilterForm>
      <RowTable
        label={t(title)}
        rows={reservations}
        keyOf={({ uid }) => uid}
        empty={t("sections.reservations.empty")}
        columns={[
          { label: t("sections.reservations.when"), cell: when, isWhole: true },
          { label: t("sections.reservations.guest"), cell: guest },
          { label: t("reservation_facts.status_label"), cell: marks },
          {
            label: t("sections.reservations.seat"),
            cell: (row) => [row.inventory_group_title, row.inventory_item_labels.join(t("list.and"))].join(" "),
          },
          { label: t("sections.reservations.course"), cell: ({ course_name }) => course_name },
          { label: t("sections.reservations.created"), cell: created, isWhole: true },
        ]}
      />
      <ListEnd next={next} />
    </>
  );
}

const when = (row: Listed) => <VisitTime reservation={row} />;
const guest = (row: Listed) => <Guest reservation={row} />;
const marks = (row: Listed) => <Marks reservation={row} />;
const created = (row: Listed) => <Created reservation={row} />;

interface RowProps {
  reservation: Listed;
}

function VisitTime({ reservation: row }: RowProps) {
  const { locale } = useShell();
  return (
    <>
      <AppLink to={paths.reservation(row.uid)}>
        {formatShortDate(row.date, locale)} {row.start_time}–{row.end_time}
      </AppLink>
      <Typography variant="body2" color="text.secondary">
        {row.reservation_code}
      </Typography>
    </>
  );
}

function Guest({ reservation: row }: RowProps) {
  const t = useT();
  const isHeld = row.type === "online_reservation" && row.status === "pending";
  return (
    <>
      {isHeld ? (
        <Typography variant="body2" color="text.secondary">
          {t("sections.reservations.holding")}
        </Typography>
      ) : (
        row.full_name
      )}
      <Typography variant="body2" color="text.secondary">
        {[t("console.guests", { count: row.guests_count }), phoneText(row.display_phone_number)]
          .filter(Boolean)
          .join(" / ")}
      </Typography>
      {row.external_id !== null && (
        <Typography variant="body2" color="text.secondary">
          {t("sections.reservations.external", { id: row.external_id })}
        </Typography>
      )}
    </>
  );
}

function Marks({ reservation: row }: RowProps) {
  const t = useT();
  const kind =
    (row.invite_type && t(`sections.reservations.invite.${row.invite_type}`)) ??
    (row.offsite_source && t(`sections.reservations.source.${row.offsite_source as "inbound"}`));
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: "wrap" }}>
      <Chip
        size="small"
        color={row.status === "accepted" ? "success" : "default"}
        label={t(`reservation_facts.status.${row.status}`)}
      />
      {kind && <Chip size="small" variant="outlined" label={kind} />}
      {row.has_cancel_request && (
        <Chip size="small" color="warning" label={t("sections.reservations.cancel_requested")} />
      )}
    </Stack>
  );
}

function Created({ reservation: row }: RowProps) {
  const { locale } = useShell();
  return (
    <Typography variant="body2" color="text.secondary">
      {formatShortInstant(row.created_at, locale)}
    </Typography>
  );
}
