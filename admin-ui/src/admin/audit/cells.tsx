import Typography from "@mui/material/Typography";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, useInstant } from "@/admin/navigation";
import { AppLink } from "@/console/ui";
import { detailOf } from "./words";

export type AuditRow = Schemas["AuditEventEntry"];

export function ActionText({ action }: { action: string }) {
  return useT()(`audit.action.${action.replace(".", "__") as "hold_placed"}`, { _: action });
}

interface DetailProps {
  event: AuditRow;
  /** Without the link to the event's booking. */
  isOfBooking?: boolean;
}

export function Detail({ event, isOfBooking = false }: DetailProps) {
  const t = useT();
  const instant = useInstant();
  const words = {
    name: (key: string) => t(`audit.key.${key as "owner_id"}`, { _: t(`field.${key as "slug"}`, { _: key }) }),
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
 * Returns the text for a value of the log: one of a few, a kind of record, a record's field, a feature, a risky setting,
 * or a list; other values unchanged.
 */
function wordFor(value: string, t: ReturnType<typeof useT>): string {
  const feature = t(`features.name.${value as "show_gold_users"}`, { _: value });
  const setting = t(`risky_settings.name.${value as "visibility"}`, { _: feature });
  const list = t(`resources.${value as "users"}.name`, { count: 2, _: setting });
  const kind = t(`masters.kind.${value as "areas"}`, { _: t(`field.${value as "slug"}`, { _: list }) });
  return t(`audit.value.${value as "admin"}`, { _: kind });
}

export function Actor({ event }: { event: AuditRow }) {
  const t = useT();
  const kind = t(`audit.kind.${event.actor}`);
  if (event.user_uid !== null) return <AppLink to={paths.user(event.user_uid)}>{kind}</AppLink>;
  return event.actor_nickname === null ? kind : `${event.actor_nickname} (${kind} ${event.actor_id ?? ""})`;
}
