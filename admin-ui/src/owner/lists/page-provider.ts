import type { DataProvider, GetListParams, GetListResult } from "ra-core";
import { request } from "@/owner/api";
import { AS_LISTED, PAGE_SIZE, searchOf } from "./address";
import type { QueryOf } from "./address";

interface PagedList<Data> {
  /** The page's address. */
  path: string;
  queryOf: QueryOf;
  read: (data: Data) => GetListResult;
}

/** Returns the data provider's methods of a list that has the rows and the filter of its page. */
export function pageProvider<Data>({ path, queryOf, read }: PagedList<Data>): Pick<DataProvider, "getList"> {
  const getList = async (_: string, params: GetListParams) => {
    const { filter, sort = AS_LISTED, pagination = { page: 1, perPage: PAGE_SIZE } } = params;
    const answer = await request(path + searchOf(queryOf(filter as object), { ...pagination, sort }), {});
    const { data } = (await answer.json()) as { data: Data };
    return read(data);
  };
  return { getList: getList as DataProvider["getList"] };
}
