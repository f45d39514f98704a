import { expect, it } from "vitest";
import { shownOf, widthOf } from "./lines";
import type { Said } from "./lines";

const SEAT = { width: 88, height: 88, small: 12 };
const TABLE = { width: 152, height: 152, small: 13.5 };
const SAID: Said = { hasAlert: false, next: null, marks: [] };
const ALL: Said = { hasAlert: true, next: "urgent", marks: ["着席 18:03", "未送信", "VIP"] };

it("shows all of it where there is room", () => {
  expect(shownOf(ALL, TABLE)).toEqual({ alert: true, next: true, times: true, marks: 3 });
  expect(shownOf(SAID, SEAT)).toEqual({ alert: false, next: false, times: true, marks: 0 });
});

it("keeps who is endangered and what is not eaten, and leaves the rest out whole", () => {
  expect(shownOf(ALL, SEAT)).toEqual({ alert: true, next: true, times: false, marks: 0 });
  const calm = { ...ALL, next: "plain" } as const;
  expect(shownOf(calm, SEAT), "the step comes before whoever is next").toMatchObject({
    alert: true,
    next: false,
    marks: 1,
  });
});

it("shows the first marks that fit, and none that is cut", () => {
  const marks = ["着席 18:03", "未送信", "通路側", "お祝い"];
  const { marks: count } = shownOf({ ...SAID, marks }, SEAT);
  expect(count).toBe(1);
  const long = ["Not here yet since half past six in the evening"];
  expect(shownOf({ ...SAID, marks: long }, { ...SEAT, height: 60 }).marks, "it takes lines of its own").toBe(0);
  expect(shownOf({ ...SAID, marks: long }, { ...SEAT, height: 150 }).marks).toBe(1);
});

it("knows that Japanese is wider than Latin", () => {
  expect(widthOf("未送信", 12)).toBeGreaterThan(widthOf("abc", 12));
});
