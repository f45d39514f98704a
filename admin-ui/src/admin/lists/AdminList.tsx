import type { ReactElement, ReactNode } from "react";
import Alert from "@mui/material/Alert";
import { useListContext } from "ra-core";
import type { RaRecord, SortPayload } from "ra-core";
import { Navigate, useSearchParams } from "react-router";
import { useT } from "@/admin/i18n/use-t";
import { ConsoleList } from "@/console/lists";
import { AdminListActions } from "./AdminListActions";
import { ownAddress } from "./own-address";
import type { ListLinks } from "./own-address";

/** The server counts no further. */
const MAX_TOTAL = 10_000;
const PER_PAGE = 50;
const NO_LINKS: ListLinks = { initial: {}, plain: {} };

export interface AdminListProps<Row> {
  resource: string;
  /** The first rows in the page's data; null if the address filters the list. */
  first?: { rows: readonly Row[]; total: number } | null;
  sort: SortPayload;
  filters: ReactElement[];
  /** Plain parameters of links, and the initial filter. */
  links?: ListLinks;
  /** Fields by which cards are sorted, which have no heads of columns. */
  sortFields: readonly string[];
  /** Time between two loads of the rows; once by default. */
  refetchMs?: number;
  /** Width in pixels that the table needs; cards replace it if there is less space. */
  tableWidth?: number;
  children: ReactNode;
}

/** A list of the server's rows with the admins' settings: the file of all rows comes from the server. */
export function AdminList<Row extends RaRecord>({
  links = NO_LINKS,
  sortFields,
  refetchMs,
  first = null,
  children,
  ...list
}: AdminListProps<Row>) {
  const [address] = useSearchParams();
  const own = ownAddress(address, links);
  if (own !== null) return <Navigate replace to={{ search: own }} />;
  return (
    <ConsoleList<Row>
      perPage={PER_PAGE}
      filterDefaultValues={links.initial}
      actions={<AdminListActions sortFields={sortFields} />}
      queryOptions={{
        onError: () => undefined,
        refetchInterval: refetchMs ?? false,
      }}
      {...(first && { first: { data: first.rows, total: first.total } })}
      {...list}
    >
      <>
        <Exceeded />
        {children}
      </>
    </ConsoleList>
  );
}

/** A note that the list has more rows than its pages. */
function Exceeded() {
  const t = useT();
  const { total = 0 } = useListContext();
  if (total < MAX_TOTAL) return null;
  return (
    <Alert severity="info" sx={{ mb: 1.5 }}>
      {t("lists.exceeded", { count: MAX_TOTAL })}
    </Alert>
  );
}
