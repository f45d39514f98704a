import { useEffect, useRef, useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { HttpError, useListContext } from "ra-core";
import type { RaRecord, SortPayload } from "ra-core";
import { List, Pagination } from "react-admin";
import type { ListProps } from "react-admin";
import { Link, useLocation } from "react-router";
import { ApiError } from "@/console/api";
import { useT } from "@/console/i18n/use-t";
import { FetchProblem } from "@/console/ui/FetchProblem";
import { LIST_PARAMETERS } from "@/console/ui/lists/address";
import { ColumnsSlotContext } from "./columns-slot";
import { ListActions } from "./ListActions";
import { DEFAULT_TABLE_WIDTH, TableWidthContext } from "./use-is-narrow";

interface Props<Row extends RaRecord> extends Omit<
  ListProps<Row>,
  "title" | "empty" | "error" | "storeKey" | "pagination"
> {
  resource: string;
  sort: SortPayload;
  perPage: number;
  /** The first rows, if the page's data has them: the first paint needs no second request. */
  first?: { data: readonly Row[]; total: number };
  /** Whether each address of the list loads the page with its rows, so that the list itself loads none. */
  hasRowsOfPage?: boolean;
  /** Fields by which cards are sorted, which have no heads of columns. */
  sortFields?: readonly string[];
  /** Width in pixels that the table needs; cards replace it if there is less space. */
  tableWidth?: number;
  /** The choices of rows per page. */
  pageSizes?: readonly number[];
}

const PAGE_SIZES = [25, 50, 100];

/**
 * react-admin's list with the console's settings. Page, sorting and filter are in the address. An address that was
 * shown before, as after Back, shows the known rows until they are loaded again.
 */
export function ConsoleList<Row extends RaRecord>({
  first,
  hasRowsOfPage = false,
  sortFields = [],
  tableWidth = DEFAULT_TABLE_WIDTH,
  pageSizes = PAGE_SIZES,
  children,
  ...list
}: Props<Row>) {
  const { resource, sort, perPage, filter, filterDefaultValues } = list;
  const slot = useState<HTMLElement | null>(null);
  const isFresh = usePrimedRows({ resource, sort, perPage, filter: { ...filterDefaultValues, ...filter }, first });
  return (
    <TableWidthContext value={tableWidth}>
      <ColumnsSlotContext value={slot}>
        <List<Row>
          {...SETTINGS}
          actions={<ListActions sortFields={sortFields} />}
          pagination={<Pager sizes={pageSizes} />}
          {...list}
          queryOptions={{
            ...SETTINGS.queryOptions,
            ...(!isFresh && !hasRowsOfPage && { staleTime: 0 }),
            ...list.queryOptions,
          }}
        >
          {children}
        </List>
      </ColumnsSlotContext>
    </TableWidthContext>
  );
}

const SETTINGS = {
  title: false,
  empty: false,
  component: "div",
  error: <ListProblem />,
  // The state of a list may contain guests' data, which is not kept in the browser.
  storeKey: false,
  exporter: false,
  queryOptions: { onError: () => undefined },
  sx: {
    "& .RaList-main": { minWidth: 0 },
    "& .RaList-content": { minWidth: 0, boxShadow: "none" },
    "& .RaList-actions": {
      flexDirection: { xs: "column", sm: "row" },
      alignItems: { xs: "stretch", sm: "flex-start" },
      gap: 1,
      mb: 2,
      bgcolor: "transparent",
    },
    "& .RaList-actions > form": {
      flex: { xs: "none", sm: "1 1 auto" },
      alignItems: "flex-start",
      minHeight: 0,
      p: 0,
      rowGap: 1,
    },
    "& .RaList-actions > .MuiToolbar-root": {
      flex: "none",
      justifyContent: "flex-end",
      alignItems: "center",
      minHeight: 0,
      p: 0,
      bgcolor: "transparent",
    },
    "& .RaFilterForm-filterFormInput": { width: { xs: "100%", sm: "auto" } },
    "& .RaFilterForm-filterFormInput .MuiFormControl-root": { m: 0, mt: 0.5, width: { xs: "100%", sm: undefined } },
    // The main search has a long label, and takes the free width.
    "& .RaFilterForm-filterFormInput[data-source=q]": { flex: "1 1 24rem", minWidth: 0 },
    "& .RaFilterForm-filterFormInput[data-source=q] .MuiFormControl-root": { flex: "1 1 auto", width: "100%" },
  },
} as const;

interface Primed<Row> {
  resource: string;
  sort: SortPayload;
  perPage: number;
  filter: unknown;
  first: { data: readonly Row[]; total: number } | undefined;
}

/**
 * Puts the page's rows into the query cache. When the page is reloaded, the list is reloaded too. Returns whether the
 * list shows the page's rows and needs no request for them.
 */
function usePrimedRows<Row>({ resource, sort, perPage, filter, first }: Primed<Row>): boolean {
  const queryClient = useQueryClient();
  const { search } = useLocation();
  const [isPrimed] = useState(() => {
    const isWhole = !LIST_PARAMETERS.some((name) => new URLSearchParams(search).has(name));
    if (first === undefined || !isWhole || !isNewIn(queryClient, first.data)) return false;
    const asked = { pagination: { page: 1, perPage }, sort, filter };
    const data = first.data.slice(0, perPage);
    queryClient.setQueryData([resource, "getList", asked], { data, total: first.total });
    return true;
  });
  const [opened] = useState(search);
  const [hasMoved, setMoved] = useState(false);
  if (search !== opened && !hasMoved) setMoved(true);
  const known = useRef(first?.data);
  useEffect(() => {
    if (known.current === first?.data) return;
    known.current = first?.data;
    void queryClient.invalidateQueries({ queryKey: [resource, "getList"] });
  }, [queryClient, resource, first?.data]);
  return isPrimed && !hasMoved;
}

const primedIn = new WeakMap<QueryClient, WeakSet<object>>();

/** Reports whether rows of a page come into the cache for the first time: later, the cache may have newer ones. */
function isNewIn(queryClient: QueryClient, rows: object): boolean {
  const known = primedIn.get(queryClient) ?? new WeakSet();
  primedIn.set(queryClient, known);
  const isNew = !known.has(rows);
  known.add(rows);
  return isNew;
}

/** The pages of the rows. A failed list has none: react-admin would show the numbers of the rows before. */
function Pager({ sizes }: { sizes: readonly number[] }) {
  const { error } = useListContext();
  return error ? null : <Pagination rowsPerPageOptions={[...sizes]} />;
}

/** Replaces rows that could not be loaded. A rejected address leads to the whole list. */
export function ListProblem() {
  const t = useT();
  const { error, refetch } = useListContext();
  const { pathname } = useLocation();
  const isRejected = (error instanceof HttpError || error instanceof ApiError) && error.status < 500;
  if (!isRejected) return <FetchProblem onRetry={() => void refetch()} />;
  const whole = (
    <Button color="inherit" size="small" component={Link} to={pathname}>
      {t("console.whole_list")}
    </Button>
  );
  return (
    <Alert severity="error" action={whole}>
      {t("console.fetch_failed")}
    </Alert>
  );
}

/** Replaces the rows of an empty list. */
export function NoRows({ children }: { children: string }) {
  return (
    <Box role="status" sx={{ py: 4, textAlign: "center" }}>
      <Typography color="text.secondary">{children}</Typography>
    </Box>
  );
}
