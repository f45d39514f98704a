import { useT } from "@/admin/i18n/use-t";
import { AdminListPage } from "@/admin/lists/AdminListPage";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { usePageData } from "@/admin/navigation";
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
    flag("is_privileged"),
    ...PERMISSIONS.map((permission) => flag(permission)),
    ...days("created_at"),
    ...days("disabled_at"),
  ];
  return (
    <AdminListPage<Account>
      title={t("menu.accounts")}
      lead={t("records.accounts_lead")}
      resource={ACCOUNTS}
      sort={NEWEST_FIRST}
      first={first}
      filters={filters}
      sortFields={["id", "nickname", "email", "created_at"]}
      none={t("records.accounts.none")}
      hiddenColumns={HIDDEN}
      tableWidth={TABLE_WIDTH}
    >
      {columns}
    </AdminListPage>
  );
}

const HIDDEN = ["id", "is_privileged", "disabled_at"];
/** The table needs a window with the menu; smaller ones show cards. */
const TABLE_WIDTH = 1152;
