import { expect, it } from "vitest";
import { ownAddress } from "@/admin/lists/own-address";
import { LINKS, filterOf, shownJobs } from "./job-list";

const shownAt = (query: string) => {
  const address = new URLSearchParams(query);
  return shownJobs(new URLSearchParams(ownAddress(address, LINKS) ?? address));
};

it.each([
  ["", { state: "dead", queue: undefined }],
  ["state=dead&queue=mail", { state: "dead", queue: "mail" }],
  ["state=failing", { state: "failing", queue: undefined }],
  ["state=done&queue=sms", { state: "done", queue: "sms" }],
  ["state=unheard_of", { state: "dead", queue: undefined }],
  ['filter={"queue":"mail"}&page=2', { state: "dead", queue: "mail" }],
  ["filter=[", { state: "dead", queue: undefined }],
])("the address %s shows %o", (query, shown) => {
  expect(shownAt(query)).toEqual(shown);
});

it("has no state in the filter of dead letters", () => {
  expect(filterOf("dead", "mail")).toEqual({ queue: "mail" });
  expect(filterOf("waiting")).toEqual({ state: "waiting" });
});
