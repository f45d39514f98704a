import type { DataProvider, GetListParams } from "ra-core";
import { expect, it, vi } from "vitest";
import { allRows } from "./all-rows";

const ROWS = Array.from({ length: 450 }, (_, index) => ({ id: index + 1 }));
const SORT = { field: "id", order: "ASC" } as const;

it("reads all rows in the calls that the server allows, in their order", async () => {
  const getList = vi.fn<(resource: string, params: GetListParams) => Promise<unknown>>((_, { pagination }) => {
    const { page, perPage } = pagination!;
    return Promise.resolve({ data: ROWS.slice((page - 1) * perPage, page * perPage), total: ROWS.length });
  });
  const read = (perPage: number) =>
    allRows(getList as DataProvider["getList"], "notes", { filter: {}, sort: SORT, pagination: { page: 1, perPage } });
  expect(await read(450)).toEqual({ data: ROWS, total: 450 });
  expect(getList).toHaveBeenCalledTimes(3);
  expect((await read(250)).data).toEqual(ROWS.slice(0, 250));
});

it("ends when rows were deleted meanwhile", async () => {
  const getList = vi.fn<() => Promise<unknown>>(() => Promise.resolve({ data: [], total: 450 }));
  const pagination = { page: 1, perPage: 450 };
  const found = await allRows(getList as unknown as DataProvider["getList"], "notes", { pagination });
  expect(found.data).toEqual([]);
});
