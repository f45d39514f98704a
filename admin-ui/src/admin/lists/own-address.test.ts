import { expect, it } from "vitest";
import { ownAddress } from "./own-address";

const LINKS = {
  initial: { status: "pending" },
  plain: {
    state: (state: string) => (state === "all" ? {} : { status: "pending" }),
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
  ["state=all", {}],
  ["state=open", { status: "pending" }],
  ["queue=mail", { queue: "mail" }],
  ["state=all&queue=mail", { queue: "mail" }],
  ["locale=en", { status: "pending" }],
])("translates the parameters of %s", (query, filter) => {
  const address = new URLSearchParams(own(query) ?? "");
  expect(JSON.parse(address.get("filter") ?? "null")).toEqual(filter);
  expect(address.has("state")).toBe(false);
});

it("keeps the parameters of other parts of the page", () => {
  expect(new URLSearchParams(own("state=all&locale=en") ?? "").get("locale")).toBe("en");
});
