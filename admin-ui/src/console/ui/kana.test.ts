import { expect, it } from "vitest";
import { katakanaOf, readingOf } from "./kana";

it.each([
  ["わたなべ", "ワタナベ"],
  [" わたなべ　けんじ ", "ワタナベ ケンジ"],
  ["ﾜﾀﾅﾍﾞ", "ワタナベ"],
  ["さとー", "サトー"],
  ["ゔぁん・だいく", "ヴァン・ダイク"],
])("%s is %s", (typed, kana) => {
  expect(katakanaOf(typed)).toBe(kana);
});

it.each(["", " ", "渡辺", "わたなべ様", "Smith", "090"])("%s is no kana", (typed) => {
  expect(katakanaOf(typed)).toBeNull();
});

it.each([
  [" わたなべ　けんじ ", "ワタナベ ケンジ"],
  ["さとう みすゞ (ゔぁん)", "サトウ ミスヾ (ヴァン)"],
  ["ﾜﾀﾅﾍﾞ様", "ワタナベ様"],
  ["", ""],
])("the reading %s is stored as %s", (typed, stored) => {
  expect(readingOf(typed)).toBe(stored);
});
