import Typography from "@mui/material/Typography";
import { useListContext } from "ra-core";
import { DataTable } from "react-admin";
import { plainDate } from "@/console/i18n/page-language";
import { ListTable } from "@/console/lists";
import { useIsNarrow } from "@/console/lists/use-is-narrow";
import { AppLink } from "@/console/ui";
import { useMayWrite } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";
import { withHyphens } from "@seki/shared/phone";
import { AS_LISTED } from "../lists";
import { CustomerCards } from "./CustomerCards";
import { CustomerMarks } from "./CustomerMarks";

type Customer = Schemas["CustomerCard"];
const Col = DataTable.Col<Customer>;

/** The fields by which cards are sorted. */
export const SORT_FIELDS = [AS_LISTED.field, "name", "visits_count", "last_visited_at", "created_at"];

const HIDDEN = ["kana", "receipt_title", "created_at"];

/** The rows: a table, or cards if there is no space for it. Rows are selected by roles that may change groups. */
export function CustomerList({ empty }: { empty: string }) {
  const t = useT();
  const isNarrow = useIsNarrow();
  const maySelect = useMayWrite("office");
  const { data = [] } = useListContext<Customer>();
  if (isNarrow && data.length > 0) return <CustomerCards customers={data} maySelect={maySelect} />;
  return (
    <ListTable
      label={t("customers.title")}
      empty={empty}
      // The form above the table changes the selected rows.
      bulkActions={maySelect ? <></> : undefined}
      keepsSelection
      hiddenColumns={HIDDEN}
      sx={STYLES}
    >
      <Col
        source="name"
        render={(customer) => (
          <>
            <AppLink to={paths.customer(customer.uid)}>{customer.display_fullname}</AppLink>
            <CustomerMarks customer={customer} />
          </>
        )}
      />
      <Col source="kana" />
      <Col source="group_label" render={({ label }) => label || "—"} />
      <Col source="phone_e164" render={(customer) => withHyphens(customer.display_phone_number)} />
      <Col source="email" render={({ email, invitation_email }) => email ?? invitation_email} />
      <Col
        source="visits_count"
        sortByOrder="DESC"
        align="right"
        render={({ visit_count }) => t("customers.visits", { count: visit_count })}
      />
      <Col
        source="last_visited_at"
        sortByOrder="DESC"
        render={({ last_visited_at }) => last_visited_at !== null && plainDate(last_visited_at)}
      />
      <Col
        source="internal_memo"
        render={({ internal_memo }) => (
          <Typography variant="body2" noWrap title={internal_memo}>
            {internal_memo}
          </Typography>
        )}
      />
      <Col source="receipt_title" />
      <Col source="created_at" sortByOrder="DESC" render={({ created_at }) => plainDate(created_at)} />
    </ListTable>
  );
}

const STYLES = {
  "& td": { overflowWrap: "anywhere" },
  "& .column-name": { minWidth: 140 },
  "& .column-group_label": { minWidth: 70 },
  "& .column-phone_e164, & .column-visits_count, & .column-last_visited_at, & .column-created_at": {
    whiteSpace: "nowrap",
  },
  "& td.column-internal_memo": { maxWidth: 220 },
} as const;
