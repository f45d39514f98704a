import { expect, it, vi } from "vitest";
import { pageProvider } from "./page-provider";

it("reads the rows of a page by its address", async () => {
  const call = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ data: { notes: [{ id: 7 }], total: 41 } })));
  vi.stubGlobal("fetch", call);
  const { getList } = pageProvider<{ notes: { id: number }[]; total: number }>({
    path: "/owners/notes",
    queryOf: ({ text }) => `q[text_cont]=${text}`,
    read: ({ notes, total }) => ({ data: notes, total }),
  });
  const sort = { field: "text", order: "DESC" } as const;
  const found = await getList("notes", { filter: { text: "a" }, sort, pagination: { page: 3, perPage: 20 } });
  expect(found).toEqual({ data: [{ id: 7 }], total: 41 });
  const query = "?q%5Btext_cont%5D=a&page=3&sort=text&order=DESC";
  expect(call).toHaveBeenCalledExactlyOnceWith(`/owners/notes${query}`, expect.anything());
});
