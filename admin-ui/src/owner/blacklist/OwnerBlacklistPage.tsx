import { useState } from "react";
import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useListContext } from "ra-core";
import { DataTable, TextInput } from "react-admin";
import { plainDate } from "@/console/i18n/page-language";
import { ConsoleList, ListTable } from "@/console/lists";
import { AppLink, PageTitle, firstLines } from "@/console/ui";
import { useMayWrite } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { withHyphens } from "@seki/shared/phone";
import { FileActions } from "../lists";
import { Writers } from "../rights";
import { BLACKLIST, BlacklistDialog } from "./BlacklistDialog";
import { BulkRemove, RowActions } from "./removal";

type Listed = Schemas["BlacklistedNumber"];
const Col = DataTable.Col<Listed>;

const SORT_FIELDS = ["created_at", "phone_local_number"];
const NEWEST_FIRST = { field: "id", order: "DESC" } as const;

/** The phone numbers whose owners see all slots as full. A removed number can be restored for five seconds. */
export default function OwnerBlacklistPage() {
  const t = useT();
  const { data } = usePage<"owner_blacklist">();
  const [open, setOpen] = useState<number | "new" | null>(null);
  return (
    <>
      <PageTitle
        title={t("blacklist.title")}
        actions={
          <Writers of="floor">
            <Button startIcon={<AddIcon />} variant="contained" onClick={() => setOpen("new")}>
              {t("blacklist.add")}
            </Button>
          </Writers>
        }
      />
      <Typography sx={{ mb: 2 }}>{t("blacklist.lead")}</Typography>
      <ConsoleList<Listed>
        resource={BLACKLIST}
        sort={NEWEST_FIRST}
        perPage={25}
        first={{ data: data.numbers, total: data.numbers.length }}
        filters={[<TextInput key="q" source="q" type="search" label={t("blacklist.search")} alwaysOn />]}
        actions={<FileActions sortFields={SORT_FIELDS} />}
      >
        <Numbers onEdit={setOpen} />
      </ConsoleList>
      {open !== null && <BlacklistDialog id={open === "new" ? null : open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Numbers({ onEdit }: { onEdit: (id: number) => void }) {
  const t = useT();
  const { filterValues } = useListContext<Listed>();
  const mayWrite = useMayWrite("floor");
  return (
    <ListTable
      label={t("blacklist.title")}
      empty={t(filterValues.q ? "blacklist.none_found" : "blacklist.none")}
      bulkActions={mayWrite ? <BulkRemove /> : undefined}
    >
      <Col source="phone_local_number" render={(listed) => withHyphens(listed.display_phone_number)} />
      <Col
        source="customer_name"
        disableSort
        render={({ customer_uid, customer_name }) =>
          customer_uid !== null && <AppLink to={paths.customer(customer_uid)}>{customer_name}</AppLink>
        }
      />
      <Col
        source="internal_memo"
        disableSort
        render={({ internal_memo }) =>
          internal_memo !== "" && (
            <Typography variant="body2" sx={{ ...firstLines(3), whiteSpace: "pre-line" }}>
              {internal_memo}
            </Typography>
          )
        }
      />
      <Col source="created_at" sortByOrder="DESC" render={({ created_at }) => plainDate(created_at)} />
      {mayWrite && (
        <Col
          source="actions"
          disableSort
          align="right"
          render={(listed) => <RowActions listed={listed} onEdit={() => onEdit(listed.id)} />}
        />
      )}
    </ListTable>
  );
}
