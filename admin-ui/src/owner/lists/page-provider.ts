import type { FilterPayload, GetListParams, GetListResult } from "ra-core";
import { request } from "@/owner/api";
import type { Page } from "@/owner/api";
import { paths } from "@/owner/navigation/paths";
import { customersQuery } from "../customers/model/filter";
import { reservationsQuery } from "../reservations/search";
import { AS_LISTED, PAGE_SIZE, searchOf } from "./address";

interface PagedList {
  path: string;
  queryOf: (filter: FilterPayload) => string;
  read: (page: Page) => GetListResult;
}

/** The lists whose rows and filters are those of their pages. */
const lists: Record<string, PagedList> = {
  customers: {
    path: paths.customers,
    queryOf: customersQuery,
    read: ({ data }) => {
      const { customers, total } = data as Page<"owner_customers">["data"];
      return { data: customers, total };
    },
  },
  reservations: {
    path: paths.reservations,
    queryOf: reservationsQuery,
    read: ({ data }) => {
      const { reservations, total } = data as Page<"owner_reservations">["data"];
      return { data: reservations, total };
    },
  },
};

/** Returns the rows of a page of a list, by the page's own call. */
export async function getPageList(resource: string, params: GetListParams): Promise<GetListResult> {
  const list = lists[resource];
  if (list === undefined) throw new Error(`The list ${resource} has no page`);
  const { filter, sort = AS_LISTED, pagination = { page: 1, perPage: PAGE_SIZE } } = params;
  const search = searchOf(list.queryOf(filter as FilterPayload), { ...pagination, sort });
  const answer = await request(list.path + search, {});
  return list.read((await answer.json()) as Page);
}
