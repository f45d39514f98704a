import { vi } from "vitest";
import * as api from "@/admin/api";

/** A request for a list, as the server reads it. */
interface AskedList {
  filter: unknown;
  sort: unknown;
}

/**
 * Responds to the lists of the data provider with rows by their names; `total` is the number of rows on all pages. Returns a
 * function for the requests of a list.
 */
export function serveRows(rows: Record<string, readonly object[]>, total?: number): (name: string) => AskedList[] {
  const request = vi.spyOn(api, "request").mockImplementation((asked) => {
    const name = nameIn(asked);
    const found = rows[name] ?? [];
    const headers = { "Content-Range": `${name} 0-${found.length}/${total ?? found.length}` };
    return Promise.resolve(Response.json(found, { headers }));
  });
  return (name) =>
    request.mock.calls
      .filter(([asked]) => nameIn(asked) === name)
      .map(([asked]) => {
        const { searchParams } = new URL(asked, "http://seki");
        const part = (key: string): unknown => JSON.parse(searchParams.get(key) ?? "null");
        return { filter: part("filter"), sort: part("sort") };
      });
}

function nameIn(address: string): string {
  return new URL(address, "http://seki").pathname.replace("/admin/api/resources/", "");
}
