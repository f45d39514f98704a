import { DataTable, NumberInput } from "react-admin";
import { useShell } from "@/admin/api";
import { audit } from "@/admin/i18n/ja/audit";
import { useT } from "@/admin/i18n/use-t";
import { AdminListPage } from "@/admin/lists/AdminListPage";
import type { ListLinks } from "@/admin/lists/own-address";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { usePageData } from "@/admin/navigation";
import { restaurantCell, timeCell, userCell } from "@/admin/records/cells";
import { ActionText, Actor, Detail } from "./cells";
import type { AuditRow } from "./cells";

const NEWEST_FIRST = { field: "at", order: "DESC" } as const;
const ACTORS = ["diner", "owner", "admin", "system", "command_line"] as const;
const ACTIONS = Object.keys(audit.audit.action);

/** Links name the filters of the log in plain parameters. */
const LINKS: ListLinks = {
  initial: {},
  plain: {
    actor: (actor) => ({ actor }),
    actor_id: (actor_id) => ({ actor_id }),
    action: (action) => ({ action }),
    restaurant: (restaurant_slug) => ({ restaurant_slug }),
    date: (date) => ({ at_gte: date, at_lte: date }),
    before: () => ({}),
  },
};

/** The audit log, newest first. */
export default function AdminAuditEventsPage() {
  const t = useT();
  const { events, total } = usePageData<"admin_audit_events">();
  const filters = useFilters();
  return (
    <AdminListPage<AuditRow>
      title={t("menu.audit")}
      resource="audit_events"
      sort={NEWEST_FIRST}
      first={total === null ? null : { rows: events, total }}
      filters={filters}
      links={LINKS}
      sortFields={["at"]}
      none={t("audit.none")}
      hiddenColumns={HIDDEN}
      styles={STYLES}
    >
      {columns}
    </AdminListPage>
  );
}

function useFilters() {
  const t = useT();
  const { locale } = useShell();
  const { choice, text, days } = useFilterInputs();
  // In the order of the texts: readers do not know the keys.
  const actions = ACTIONS.map((key) => [nameOf(key), t(`audit.action.${key as "hold_placed"}`)] as const).toSorted(
    ([, one], [, other]) => one.localeCompare(other, locale),
  );
  return [
    choice(
      "actor",
      ACTORS.map((actor) => [actor, t(`audit.kind.${actor}`)]),
      true,
    ),
    choice("action", actions, true),
    text("restaurant_slug", true),
    <NumberInput key="actor_id" source="actor_id" />,
    text("reservation_uid"),
    text("user_uid"),
    ...days("at"),
  ];
}

/** Returns an action's name in the log. Text keys contain no dots. */
function nameOf(key: string): string {
  return key.replace("__", ".");
}

const HIDDEN = ["id", "user_uid"];
const STYLES = {
  "& td.column-at, & td.column-actor": { whiteSpace: "nowrap" },
  "& td.column-detail": { minWidth: 200, overflowWrap: "anywhere" },
} as const;

const Col = DataTable.Col<AuditRow>;

const columns = [
  <Col key="id" source="id" />,
  <Col key="at" source="at" sortByOrder="DESC" render={({ at }) => timeCell(at)} />,
  <Col key="actor" source="actor" disableSort render={(event) => <Actor event={event} />} />,
  <Col key="action" source="action" disableSort render={({ action }) => <ActionText action={action} />} />,
  <Col key="restaurant" source="restaurant_name" disableSort render={restaurantCell} />,
  <Col key="detail" source="detail" disableSort render={(event) => <Detail event={event} />} />,
  <Col key="user" source="user_uid" disableSort render={({ user_uid: uid }) => userCell(uid)} />,
];
