import type { DataProvider, GetListParams, GetListResult, RaRecord } from "ra-core";

/** Most rows that a call returns. */
const MAX_ROWS = 200;

/** Reads the first rows of a list, also more than one call returns: an exported file has all. */
export async function allRows(
  getList: DataProvider["getList"],
  resource: string,
  params: GetListParams,
): Promise<GetListResult> {
  const wanted = params.pagination?.perPage ?? MAX_ROWS;
  const data: RaRecord[] = [];
  for (let page = 1; ; page += 1) {
    const found = await getList(resource, { ...params, pagination: { page, perPage: MAX_ROWS } });
    data.push(...found.data);
    const { total = data.length } = found;
    if (found.data.length === 0 || data.length >= Math.min(wanted, total))
      return { ...found, data: data.slice(0, wanted), total };
  }
}
