import { expect, it } from "vitest";
import { AS_LISTED, adminSearchOf, conditionsOf, searchFor, searchOf, searchOfAdmin, viewOf } from "./address";

const queryOf = ({ text = "" }) => (text === "" ? "" : `q[name_cont]=${text}`);
const BY_NAME = { field: "name", order: "DESC" } as const;

it("keeps the plain address of the first page in its own order", () => {
  expect(searchOf("", { page: 1, perPage: 20, sort: AS_LISTED })).toBe("");
  expect(searchOf("keywords=a", { page: 1, perPage: 20, sort: AS_LISTED })).toBe("?keywords=a");
  expect(viewOf("?keywords=a")).toEqual({ page: 1, perPage: 20, sort: AS_LISTED });
  expect(viewOf("?page=-2&perPage=7&sort=listed&order=DESC")).toEqual({ page: 1, perPage: 20, sort: AS_LISTED });
});

it("translates react-admin's parameters to the specification's, and back", () => {
  const view = { page: 3, perPage: 50, sort: BY_NAME };
  const search = searchOfAdmin(adminSearchOf({ text: "伊藤" }, view), queryOf);
  expect([...new URLSearchParams(search)]).toEqual([
    ["q[name_cont]", "伊藤"],
    ["page", "3"],
    ["perPage", "50"],
    ["sort", "name"],
    ["order", "DESC"],
  ]);
  expect(viewOf(search)).toEqual(view);
  expect(searchOfAdmin("filter={}&sort=listed&order=ASC&page=1&perPage=20", queryOf), "of a saved query").toBe("");
});

it("keeps the order for other conditions, and begins at the first page", () => {
  expect(searchFor("keywords=b", "?keywords=a&page=4&sort=name&order=DESC")).toBe("?keywords=b&sort=name&order=DESC");
});

it("leaves out conditions that narrow nothing", () => {
  const filter = { text: "", ids: [], types: ["a"], is_blacklisted: false, from: null, visits: 0 };
  expect(conditionsOf(filter)).toEqual({ types: ["a"], visits: 0 });
});
