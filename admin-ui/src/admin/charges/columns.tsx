import { DataTable } from "react-admin";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { amountCell, flagCell, paymentsCell, restaurantCell, timeCell, userCell } from "@/admin/records/cells";
import { yen } from "@/console/i18n/page-language";
import { AppLink } from "@/console/ui";

export const CHARGES = "charges";
export type Charge = Schemas["ChargeEntry"];

const Col = DataTable.Col<Charge>;

export const columns = [
  <Col key="id" source="id" render={({ id }) => <AppLink to={paths.charge(id)}>{id}</AppLink>} />,
  <Col key="created" source="created_at" sortByOrder="DESC" render={({ created_at: at }) => timeCell(at)} />,
  <Col key="kind" source="kind" render={(charge) => <Kind charge={charge} />} />,
  <Col key="amount" source="amount" align="right" sortByOrder="DESC" render={({ amount }) => yen(amount)} />,
  <Col
    key="refunded"
    source="refunded_amount"
    align="right"
    sortByOrder="DESC"
    render={({ refunded_amount: amount }) => amountCell(amount)}
  />,
  <Col
    key="due"
    source="refund_due"
    align="right"
    sortByOrder="DESC"
    render={({ refund_due: amount }) => amountCell(amount)}
  />,
  <Col
    key="lost"
    source="lost_amount"
    align="right"
    disableSort
    render={({ lost_amount: lost }) => amountCell(lost)}
  />,
  <Col key="status" source="status" render={(charge) => <Status charge={charge} />} />,
  <Col key="unsettled" source="is_unsettled" disableSort render={({ is_unsettled: flag }) => flagCell(flag)} />,
  <Col key="settle" source="needs_settlement" disableSort render={({ needs_settlement: flag }) => flagCell(flag)} />,
  <Col key="overdue" source="is_overdue_fee" disableSort render={({ is_overdue_fee: flag }) => flagCell(flag)} />,
  <Col key="dispute" source="dispute_state" disableSort render={(charge) => <Dispute charge={charge} />} />,
  <Col key="restaurant" source="restaurant_name" disableSort render={restaurantCell} />,
  <Col key="reservation" source="reservation_code" disableSort render={paymentsCell} />,
  <Col key="user" source="user_uid" disableSort render={({ user_uid: uid }) => userCell(uid)} />,
  <Col key="fid" source="gateway_fid" disableSort />,
  <Col key="failure" source="failure_code" disableSort />,
  <Col key="succeeded" source="succeeded_at" sortByOrder="DESC" render={({ succeeded_at: at }) => timeCell(at)} />,
  <Col key="updated" source="updated_at" disableSort render={({ updated_at: at }) => timeCell(at)} />,
  <Col key="uid" source="uid" disableSort />,
  <Col key="slug" source="restaurant_slug" disableSort />,
];

function Kind({ charge }: { charge: Charge }) {
  return useT()(`lists.charge_kind.${charge.kind}`);
}

function Status({ charge }: { charge: Charge }) {
  return useT()(`reservation.state.${charge.status}`);
}

function Dispute({ charge: { dispute_state: state } }: { charge: Charge }) {
  const t = useT();
  return state === null ? null : t(`disputes.state.${state}`);
}
