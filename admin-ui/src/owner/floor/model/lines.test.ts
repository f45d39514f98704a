import { expect, it } from "vitest";
import { aboveStep, hasStepSpace, shownOf, widthOf } from "./lines";
import type { TileContent } from "./lines";

const SEAT = { width: 88, height: 88, small: 12 };
const TABLE = { width: 152, height: 152, small: 13.5 };
const SAID: TileContent = { alert: null, next: null, marks: [], hasWarning: false };
const ALL: TileContent = { ...SAID, alert: "short", next: "urgent", marks: ["着席 18:03", "未送信", "VIP"] };

it("shows everything if there is space", () => {
  expect(shownOf(ALL, TABLE)).toEqual({ alert: true, detail: false, next: true, times: true, marks: 3 });
  expect(shownOf(SAID, SEAT)).toEqual({ alert: false, detail: false, next: false, times: true, marks: 0 });
});

it("keeps endangered parties and allergies, and omits other lines entirely", () => {
  expect(shownOf(ALL, SEAT)).toEqual({ alert: true, detail: false, next: true, times: false, marks: 0 });
  const calm = { ...ALL, next: "plain" } as const;
  expect(shownOf(calm, SEAT), "the service step has priority over the next party").toMatchObject({
    alert: true,
    next: false,
    marks: 1,
  });
});

it("shows the first marks that fit, and never cuts one", () => {
  const marks = ["着席 18:03", "未送信", "通路側", "お祝い"];
  const { marks: count } = shownOf({ ...SAID, marks }, SEAT);
  expect(count).toBe(1);
  const long = ["Not here yet since half past six in the evening"];
  expect(shownOf({ ...SAID, marks: long }, { ...SEAT, height: 60 }).marks, "it needs several lines").toBe(0);
  expect(shownOf({ ...SAID, marks: long }, { ...SEAT, height: 150 }).marks).toBe(1);
});

it("shows the details of an allergy in a second line after the times, before a next party that is not urgent", () => {
  const long = { ...SAID, alert: "long", next: "plain" } as const;
  expect(shownOf(long, TABLE)).toMatchObject({ alert: true, detail: true, times: true, next: true });
  expect(shownOf(long, { ...SEAT, height: 100 })).toMatchObject({ detail: true, times: true, next: false });
  expect(shownOf(long, SEAT)).toMatchObject({ alert: true, detail: false, times: true });
});

it("measures Japanese as wider than Latin", () => {
  expect(widthOf("未送信", 12)).toBeGreaterThan(widthOf("abc", 12));
});

it("measures narrow and wide Latin letters", () => {
  expect(widthOf("little", 12)).toBeLessThan(widthOf("seated", 12));
  expect(widthOf("seated", 12)).toBeLessThan(widthOf("Mammut", 12));
});

it.each(["⚠ Overstaying", "⚠ Awaited", "⚠ 延長中", "⚠ 来店待ち", "⚠ Not sent", "⚠ 未送信"])(
  "gives a party with the mark %s the button of its next step on a tile for one seat",
  (text) => {
    const content: TileContent = { ...SAID, marks: [text, "Seated 22:21"], hasWarning: true };
    expect(hasStepSpace(content, { width: 118, height: 118, small: 13.5 }), "on a tablet").toBe(true);
    expect(hasStepSpace(content, { width: 104, height: 104, small: 12 }), "on a phone").toBe(true);
  },
);

it("gives the button of the next step space only where allergies and warnings keep theirs", () => {
  expect(hasStepSpace(ALL, TABLE)).toBe(true);
  expect(shownOf(ALL, aboveStep(TABLE)), "the times make room").toMatchObject({
    alert: true,
    next: true,
    times: false,
  });
  const small = { width: 108, height: 108, small: 12 };
  expect(hasStepSpace(SAID, small)).toBe(true);
  expect(hasStepSpace({ ...SAID, marks: ["着席 18:03"] }, small), "the tile's colour shows the step").toBe(true);
  expect(hasStepSpace(ALL, small)).toBe(false);
  const awaited: TileContent = { ...SAID, alert: "short", marks: ["⚠ 来店待ち"], hasWarning: true };
  expect(hasStepSpace(awaited, small)).toBe(false);
  expect(hasStepSpace(awaited, TABLE)).toBe(true);
  expect(hasStepSpace(SAID, SEAT), "too narrow for a finger").toBe(false);
});
