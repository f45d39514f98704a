import { DataTable } from "react-admin";
import type { Schemas } from "@/admin/api";
import { paths } from "@/admin/navigation";
import { TransferKindText } from "@/admin/records/TransferKindText";
import { paymentsCell, restaurantCell, timeCell, userCell } from "@/admin/records/cells";
import { yen } from "@/console/i18n/page-language";
import { AppLink } from "@/console/ui";

export const REFUNDS = "refunds";
export type Refund = Schemas["RefundEntry"];

const Col = DataTable.Col<Refund>;

export const columns = [
  <Col key="id" source="id" render={({ id }) => <AppLink to={paths.refund(id)}>{id}</AppLink>} />,
  <Col key="booked" source="booked_at" sortByOrder="DESC" render={({ booked_at: at }) => timeCell(at)} />,
  <Col key="kind" source="kind" render={({ kind }) => <TransferKindText kind={kind} />} />,
  <Col key="amount" source="amount" align="right" sortByOrder="DESC" render={({ amount }) => yen(amount)} />,
  <Col key="restaurant" source="restaurant_name" render={restaurantCell} />,
  <Col key="reservation" source="reservation_code" disableSort render={paymentsCell} />,
  <Col key="user" source="user_uid" disableSort render={({ user_uid: uid }) => userCell(uid)} />,
  <Col key="fid" source="gateway_fid" disableSort />,
  <Col key="charge" source="charge_uid" disableSort />,
  <Col key="slug" source="restaurant_slug" />,
];
