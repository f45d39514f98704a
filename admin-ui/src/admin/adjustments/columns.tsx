import { DataTable } from "react-admin";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { paymentsCell, restaurantCell, timeCell, userCell } from "@/admin/records/cells";
import { yen } from "@/console/i18n/page-language";
import { AppLink } from "@/console/ui";

export type AdjustmentRow = Schemas["AdjustmentEntry"];

const Col = DataTable.Col<AdjustmentRow>;

export const columns = [
  <Col key="id" source="id" render={({ id, uid }) => <AppLink to={paths.adjustment(uid)}>{id}</AppLink>} />,
  <Col key="created" source="created_at" sortByOrder="DESC" render={({ created_at: at }) => timeCell(at)} />,
  <Col key="kind" source="kind" render={(row) => <Kind row={row} />} />,
  <Col key="amount" source="amount" align="right" sortByOrder="DESC" render={({ amount }) => yen(amount)} />,
  <Col key="status" source="status" render={(row) => <Status row={row} />} />,
  <Col key="bearer" source="borne_by" render={(row) => <Bearer row={row} />} />,
  <Col key="reason" source="reason" />,
  <Col key="restaurant" source="restaurant_name" render={restaurantCell} />,
  <Col key="reservation" source="reservation_code" render={paymentsCell} />,
  <Col key="user" source="user_uid" render={({ user_uid: uid }) => userCell(uid)} />,
  <Col key="requested_by" source="requested_by" />,
  <Col key="decided_by" source="decided_by" />,
  <Col key="decided" source="decided_at" sortByOrder="DESC" render={({ decided_at: at }) => timeCell(at)} />,
  <Col key="rejection" source="decision_reason" disableSort />,
  <Col key="finished" source="finished_at" sortByOrder="DESC" render={({ finished_at: at }) => timeCell(at)} />,
  <Col key="failure" source="failure_code" />,
  <Col key="slug" source="restaurant_slug" />,
];

interface RowProps {
  row: AdjustmentRow;
}

function Kind({ row }: RowProps) {
  return useT()(`adjustment.${row.kind}`);
}

function Status({ row }: RowProps) {
  return useT()(`adjustment.status.${row.status}`);
}

function Bearer({ row }: RowProps) {
  return useT()(`adjustment.bearer.${row.borne_by}`);
}
