import { DataTable } from "react-admin";
import {
  EmailCell,
  FutureCell,
  JeCell,
  LinksCell,
  LoginCell,
  NameCell,
  OperationCell,
  PinCell,
  TcCell,
  TextCell,
} from "./cells";
import type { Listed } from "./list-address";

const Col = DataTable.Col<Listed>;

/** The columns in the order of the specification (admin §2). Their names are `resources.restaurants.fields`. */
export const columns = [
  <Col key="pin" source="is_admin_pinned" sortByOrder="DESC" render={(row) => <PinCell row={row} />} />,
  <Col key="id" source="id" />,
  <Col key="name" source="restaurant_name" render={(row) => <NameCell row={row} />} />,
  <Col key="links" source="links" disableSort render={(row) => <LinksCell row={row} />} />,
  <Col key="je" source="je_admin_url" disableSort render={(row) => <JeCell row={row} />} />,
  <Col key="stripe" source="has_stripe_account" render={(row) => <TextCell of="stripe" row={row} />} />,
  <Col key="tc" source="tc_url" disableSort render={(row) => <TcCell row={row} />} />,
  <Col key="future" source="future" disableSort render={(row) => <FutureCell row={row} />} />,
  <Col key="login" source="owner.nickname" render={(row) => <LoginCell row={row} />} />,
  <Col key="operation" source="operation.or_starts_at" render={(row) => <OperationCell row={row} />} />,
  <Col key="email" source="email_subscriptions" disableSort render={(row) => <EmailCell row={row} />} />,
  <Col key="visibility" source="visibility" render={(row) => <TextCell of="visibility" row={row} />} />,
  <Col key="noindex" source="is_noindex" render={(row) => <TextCell of="noindex" row={row} />} />,
];

/** The fields by which cards are sorted. */
export const SORT_FIELDS = ["id", "restaurant_name", "operation.or_starts_at", "visibility"];
