import Typography from "@mui/material/Typography";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, useInstant } from "@/admin/navigation";
import { AppLink } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";
import { detailOf } from "./words";

interface Props {
  label: string;
  events: readonly Schemas["AuditEvent"][];
  /** The events of one booking: without its restaurant and its link. */
  isOfBooking?: boolean;
}

/** Events of the audit log in the given order. */
export function EventTable({ label, events, isOfBooking = false }: Props) {
  const t = useT();
  const instant = useInstant();
  return (
    <RowTable
      isNamed
      below="md"
      label={label}
      rows={events.map((event, at) => ({ event, at }))}
      keyOf={({ at }) => at}
      empty={t("audit.none")}
      columns={[
        { label: t("audit.at"), cell: ({ event }) => instant(event.at), isWhole: true },
        { label: t("audit.actor"), cell: actor, isWhole: true },
        {
          label: t("audit.action_label"),
          cell: ({ event }) =>
            t(`audit.action.${event.action.replace(".", "__") as "hold_placed"}`, { _: event.action }),
        },
        ...(isOfBooking ? [] : [{ label: t("audit.restaurant"), cell: restaurant, isWhole: true }]),
        { label: t("audit.detail"), cell: isOfBooking ? plainDetail : detail, minWidth: 200 },
      ]}
    />
  );
}

interface Numbered {
  event: Schemas["AuditEvent"];
  at: number;
}

const restaurant = ({ event: { restaurant_slug: slug, restaurant_name: name } }: Numbered) =>
  slug !== null && <AppLink to={paths.restaurant(slug)}>{name}</AppLink>;
const actor = ({ event }: Numbered) => <Actor event={event} />;
const detail = ({ event }: Numbered) => <Detail event={event} />;
const plainDetail = ({ event }: Numbered) => <Detail event={event} isOfBooking />;

function Detail({ event, isOfBooking = false }: { event: Schemas["AuditEvent"]; isOfBooking?: boolean }) {
  const t = useT();
  const instant = useInstant();
  const words = {
    name: (key: string) => t(`audit.key.${key as "owner_id"}`, { _: key }),
    value: (value: string) => wordFor(value, t),
    instant,
  };
  return (
    <>
      {event.reservation_uid !== null && !isOfBooking && (
        <AppLink to={paths.reservation(event.reservation_uid)}>{t("audit.reservation")}</AppLink>
      )}
      <Typography variant="body2" color="text.secondary">
        {detailOf(event.detail, words)}
      </Typography>
    </>
  );
}

/**
 * Returns the text for a value of the log: one of a few, a kind of record, or a record's field; other values unchanged.
 */
function wordFor(value: string, t: ReturnType<typeof useT>): string {
  const kind = t(`masters.kind.${value as "areas"}`, { _: t(`field.${value as "slug"}`, { _: value }) });
  return t(`audit.value.${value as "admin"}`, { _: kind });
}

function Actor({ event }: { event: Schemas["AuditEvent"] }) {
  const t = useT();
  const kind = t(`audit.kind.${event.actor}`);
  if (event.user_uid !== null) return <AppLink to={paths.user(event.user_uid)}>{kind}</AppLink>;
  return event.actor_nickname === null ? kind : `${event.actor_nickname} (${kind} ${event.actor_id ?? ""})`;
}
