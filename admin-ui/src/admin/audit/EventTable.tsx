import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { useInstant } from "@/admin/navigation";
import { RowTable } from "@/console/ui/lists";
import { ActionText, Actor, Detail } from "./cells";

interface Props {
  label: string;
  events: readonly Schemas["AuditEvent"][];
}

/** The events of one booking in the given order. */
export function EventTable({ label, events }: Props) {
  const t = useT();
  const instant = useInstant();
  return (
    <RowTable
      isNamed
      below="md"
      label={label}
      rows={events}
      keyOf={({ id }) => id}
      empty={t("audit.none")}
      columns={[
        { label: t("audit.at"), cell: ({ at }) => instant(at), isWhole: true },
        { label: t("audit.actor"), cell: actor, isWhole: true },
        { label: t("audit.action_label"), cell: action },
        { label: t("audit.detail"), cell: detail, minWidth: 200 },
      ]}
    />
  );
}

const actor = (event: Schemas["AuditEvent"]) => <Actor event={event} />;
const action = (event: Schemas["AuditEvent"]) => <ActionText action={event.action} />;
const detail = (event: Schemas["AuditEvent"]) => <Detail event={event} isOfBooking />;
