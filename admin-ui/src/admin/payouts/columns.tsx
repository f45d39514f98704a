import { DataTable } from "react-admin";
import type { Schemas } from "@/admin/api";
import { paths } from "@/admin/navigation";
import { TransferKindText } from "@/admin/records/TransferKindText";
import { restaurantCell, timeCell } from "@/admin/records/cells";
import { yen } from "@/console/i18n/page-language";
import { AppLink } from "@/console/ui";

export const PAYOUTS = "payouts";
export type Payout = Schemas["PayoutEntry"];

const Col = DataTable.Col<Payout>;

export const columns = [
  <Col key="id" source="id" render={({ id }) => <AppLink to={paths.payout(id)}>{id}</AppLink>} />,
  <Col key="booked" source="booked_at" sortByOrder="DESC" render={({ booked_at: at }) => timeCell(at)} />,
  <Col key="kind" source="kind" render={({ kind }) => <TransferKindText kind={kind} />} />,
  <Col key="name" source="restaurant_name" render={restaurantCell} />,
  <Col key="amount" source="amount" align="right" sortByOrder="DESC" render={({ amount }) => yen(amount)} />,
  <Col key="reference" source="reference" />,
  <Col key="slug" source="restaurant_slug" />,
];
