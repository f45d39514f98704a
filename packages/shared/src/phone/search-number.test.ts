import { expect, it } from "vitest";
import cases from "../../../../fixtures/phone-searches.json";
import { searchNumber } from "./search-number";

it.each(cases)("%s is searched as %s", (typed, number) => {
  expect(searchNumber(typed ?? "")?.replace(/^0/, "") ?? null).toBe(number);
});

it("keeps the code of another country", () => {
  expect(searchNumber("+1 202-554-9255")).toBe("+12025549255");
});
