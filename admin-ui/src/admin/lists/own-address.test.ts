import { expect, it } from "vitest";
import { ownAddress } from "./own-address";

const LINKS = {
  initial: { status: "pending" },
  plain: {
    all: (value: string) => (value === "1" ? {} : { status: "pending" }),
    queue: (queue: string) => ({ queue }),
  },
};
const own = (query: string) => ownAddress(new URLSearchParams(query), LINKS);

it("keeps an address without parameters, and a list's own address", () => {
  expect(own("")).toBeNull();
  expect(own('filter={"status":"approved"}&page=2')).toBeNull();
  expect(own("page=2")).toBeNull();
});

it.each([
  ["all=1", {}],
  ["all=0", { status: "pending" }],
  ["queue=mail", { queue: "mail" }],
  ["all=1&queue=mail", { queue: "mail" }],
  ["locale=en", { status: "pending" }],
])("translates the parameters of %s", (query, filter) => {
  const address = new URLSearchParams(own(query) ?? "");
  expect(JSON.parse(address.get("filter") ?? "null")).toEqual(filter);
  expect(address.has("all")).toBe(false);
});

it("keeps the parameters of other parts of the page", () => {
  expect(new URLSearchParams(own("all=1&locale=en") ?? "").get("locale")).toBe("en");
});
