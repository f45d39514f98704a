import { expect, it } from "vitest";
import { browserStore } from "./store";

it("keeps columns and saved queries, but not the last filter of a list", () => {
  const store = browserStore("/owners");
  store.setItem("customers.listParams", { filter: { keywords: "伊藤" } });
  store.setItem("customers.datatable", ["kana"]);
  store.setItem("customers.savedQueries", []);
  expect(store.getItem("customers.listParams")).toBeUndefined();
  expect(store.getItem("customers.datatable")).toEqual(["kana"]);
  expect(store.getItem("customers.savedQueries")).toEqual([]);
  expect(JSON.stringify({ ...localStorage })).not.toContain("伊藤");
});
