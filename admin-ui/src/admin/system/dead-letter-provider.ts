import type { DataProvider, Identifier } from "ra-core";
import { ApiError, send } from "@/admin/api";

/** The writes of dead letters: an update retries them, a deletion discards them. */
export const deadLetterProvider: Pick<DataProvider, "updateMany" | "deleteMany"> = {
  updateMany: (_, { ids }) => each(ids, (id) => send("POST", "/admin/api/jobs/{id}/retry", { path: { id } })),
  deleteMany: (_, { ids }) => each(ids, (id) => send("DELETE", "/admin/api/jobs/{id}", { path: { id } })),
};

/** Returns the ids of the changed jobs. One that another admin has handled meanwhile is left out. */
async function each(ids: readonly Identifier[], call: (id: string) => Promise<unknown>) {
  const data: Identifier[] = [];
  for (const id of ids) {
    try {
      await call(String(id));
      data.push(id);
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 409)) throw error;
    }
  }
  return { data: data as never[] };
}
