import { expect, it } from "vitest";
import { readNumber } from "./typed-number";

const COUNTRIES = [
  ["JP", "81"],
  ["AG", "1"],
  ["CA", "1"],
  ["GB", "44"],
  ["GG", "44"],
  ["US", "1"],
].map(([code, dial_code]) => ({ code: code!, dial_code: dial_code! }));

it.each([
  ["+81 90-1234-5678", "JP", "JP", "9012345678"],
  ["＋８１ (0)90 1234 5678", "GB", "JP", "09012345678"],
  ["+1 (415) 555-2671", "JP", "US", "4155552671"],
  ["+1 (415) 555-2671", "CA", "CA", "4155552671"],
  ["+44 20 7946 0958", "JP", "GB", "2079460958"],
  ["+44", "JP", "GB", ""],
  ["０９０ー１２３４ー５６７８", "JP", "JP", "09012345678"],
  ["81901234567", "JP", "JP", "81901234567"],
  ["+", "JP", "JP", "+"],
  ["+999 123", "JP", "JP", "+999 123"],
  ["090-1234-5678 内線5", "JP", "JP", "090-1234-5678 内線5"],
])("%s, typed with the country %s, is a number of %s: %s", (typed, chosen, country, digits) => {
  expect(readNumber(typed, chosen, COUNTRIES)).toEqual({ country, digits });
});
