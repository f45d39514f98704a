import { DataTable } from "react-admin";
import type { Schemas } from "@/admin/api";
import { paths } from "@/admin/navigation";
import { emailCell, flagCell, timeCell } from "@/admin/records/cells";
import { AppLink } from "@/console/ui";

export const ACCOUNTS = "admin_users";
export type Account = Schemas["AdminEntry"];

/** The permissions that no section's flag grants. */
export const PERMISSIONS = [
  "refunds",
  "privacy_export",
  "privacy_erase",
  "impersonation",
  "staff",
  "risky_settings",
] as const;

const Col = DataTable.Col<Account>;

export const columns = [
  <Col key="id" source="id" />,
  <Col
    key="nickname"
    source="nickname"
    render={({ id, nickname }) => <AppLink to={paths.account(id)}>{nickname}</AppLink>}
  />,
  <Col key="email" source="email" render={({ email }) => emailCell(email)} />,
  <Col key="enabled" source="is_enabled" render={({ is_enabled: flag }) => flagCell(flag)} />,
  <Col key="factor" source="has_second_factor" render={({ has_second_factor: flag }) => flagCell(flag)} />,
  <Col key="privileged" source="is_privileged" render={({ is_privileged: flag }) => flagCell(flag)} />,
  ...PERMISSIONS.map((permission) => (
    <Col key={permission} source={permission} render={({ [permission]: flag }) => flagCell(flag)} />
  )),
  <Col key="created" source="created_at" sortByOrder="DESC" render={({ created_at: at }) => timeCell(at)} />,
  <Col key="disabled" source="disabled_at" sortByOrder="DESC" render={({ disabled_at: at }) => timeCell(at)} />,
];
