import Typography from "@mui/material/Typography";
import { useT } from "@/admin/i18n/use-t";
import { AdminList } from "@/admin/lists/AdminList";
import { AdminTable } from "@/admin/lists/AdminTable";
import { useFilterInputs } from "@/admin/lists/use-filter-inputs";
import { usePageData } from "@/admin/navigation";
import { PageTitle } from "@/console/ui";
import { ACCOUNTS, PERMISSIONS, columns } from "./columns";
import type { Account } from "./columns";

const NEWEST_FIRST = { field: "id", order: "DESC" } as const;

/** The admins' accounts and their permissions. The command line changes them. */
export default function AdminAccountsPage() {
  const t = useT();
  const { first } = usePageData<"admin_accounts">();
  const { flag, text, days } = useFilterInputs();
  const filters = [
    text("nickname", true),
    flag("is_enabled", true),
    text("email"),
    flag("has_second_factor"),
    ...PERMISSIONS.map((permission) => flag(permission)),
    ...days("created_at"),
    ...days("disabled_at"),
  ];
  return (
    <>
      <PageTitle title={t("menu.accounts")} />
      <Typography sx={{ mb: 2 }}>{t("records.accounts_lead")}</Typography>
      <AdminList<Account>
        resource={ACCOUNTS}
        sort={NEWEST_FIRST}
        first={first}
        filters={filters}
        sortFields={["id", "nickname", "email", "created_at"]}
        canExport
      >
        <AdminTable label={t("menu.accounts")} none={t("records.accounts.none")} hiddenColumns={HIDDEN}>
          {columns}
        </AdminTable>
      </AdminList>
    </>
  );
}

const HIDDEN = ["id", "disabled_at"];
