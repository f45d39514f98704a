import { createContext, use, useCallback, useMemo, useState } from "react";
import type { ComponentProps } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { RouterProviderContext } from "ra-core";
import type { FilterPayload, RaRecord, RouterProvider } from "ra-core";
import type { NavigateOptions, To } from "react-router";
import { routerProvider } from "@/console/app/router-provider";
import { ConsoleList } from "@/console/lists";
import { AS_LISTED, PAGE_SIZE, PAGE_SIZES, adminSearchOf, conditionsOf, searchOfAdmin, viewOf } from "./address";
import type { ListView, QueryOf } from "./address";

interface Props<Row extends RaRecord> extends Omit<
  ComponentProps<typeof ConsoleList<Row>>,
  "sort" | "perPage" | "first" | "filter"
> {
  /** The page's rows, its number, and the number of all rows. */
  rows: readonly Row[];
  page: number;
  total: number;
  /** The filter of the page's address. */
  filter: object;
  queryOf: QueryOf;
}

/**
 * react-admin's list of a page whose address has the filter's own parameters (owner section 7). Each change of page,
 * order or filter is another address, which loads the page with its rows.
 */
export function PageList<Row extends RaRecord>({
  rows,
  page,
  total,
  filter: given,
  queryOf,
  children,
  ...list
}: Props<Row>) {
  const { search } = routerProvider.useLocation();
  const filter = useMemo(() => conditionsOf(given), [given]);
  const state = useMemo(() => ({ filter, page, queryOf }), [filter, page, queryOf]);
  usePageRows(list.resource, { rows, total }, filter, { ...viewOf(search), page });
  return (
    <PageContext value={state}>
      <RouterProviderContext value={pageRouter}>
        <ConsoleList<Row> hasRowsOfPage sort={AS_LISTED} perPage={PAGE_SIZE} pageSizes={PAGE_SIZES} {...list}>
          {children}
        </ConsoleList>
      </RouterProviderContext>
    </PageContext>
  );
}

interface PageState {
  filter: FilterPayload;
  page: number;
  queryOf: QueryOf;
}

const PageContext = createContext<PageState | null>(null);

function usePageState(): PageState {
  const state = use(PageContext);
  if (state === null) throw new Error("The list is outside of a PageList");
  return state;
}

/** The router as react-admin's list sees it: the state of the list is in react-admin's parameters. */
const pageRouter: RouterProvider = { ...routerProvider, useLocation, useNavigate };

function useLocation() {
  const location = routerProvider.useLocation();
  const { filter, page } = usePageState();
  const search = adminSearchOf(filter, { ...viewOf(location.search), page });
  return useMemo(() => ({ ...location, search }), [location, search]);
}

function useNavigate(): ReturnType<RouterProvider["useNavigate"]> {
  const navigate = routerProvider.useNavigate();
  const { queryOf } = usePageState();
  return useCallback(
    (to: To | number, options?: NavigateOptions) => {
      if (typeof to === "number") return navigate(to);
      const isOfList = typeof to === "object" && to.pathname === undefined && to.search !== undefined;
      return navigate(isOfList ? { search: searchOfAdmin(to.search ?? "", queryOf) } : to, options);
    },
    [navigate, queryOf],
  );
}

interface PageRows<Row> {
  rows: readonly Row[];
  total: number;
}

/** Puts the rows of each loaded page into the query cache, where the list finds them without a call. */
function usePageRows<Row>(
  resource: string,
  { rows, total }: PageRows<Row>,
  filter: FilterPayload,
  { page, perPage, sort }: ListView,
): void {
  const queryClient = useQueryClient();
  const [known, setKnown] = useState<readonly Row[] | null>(null);
  if (known === rows) return;
  setKnown(rows);
  const asked = { pagination: { page, perPage }, sort, filter };
  queryClient.setQueryData([resource, "getList", asked], { data: rows, total });
}
