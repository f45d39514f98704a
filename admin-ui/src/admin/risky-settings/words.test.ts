import { expect, it } from "vitest";
import { bodyOf, changedValue } from "./words";
import type { Setting } from "./words";

const CUTOFF: Setting = {
  name: "cutoff_hours",
  scope: "operation",
  of: "dinner",
  of_label: "ディナー",
  value: 24,
  min: 0,
  max: 8760,
  choices: [],
};
const SWITCH: Setting = {
  ...CUTOFF,
  name: "is_noindex",
  scope: "restaurant",
  of: null,
  value: false,
  min: null,
  max: null,
};
const VISIBILITY: Setting = {
  ...SWITCH,
  name: "visibility",
  value: "public",
  choices: ["public", "unlisted", "hidden"],
};

it("a change is another value within the bounds", () => {
  expect(["0", "8760", " 3 "].map((typed) => changedValue(CUTOFF, typed))).toEqual([0, 8760, 3]);
  for (const typed of ["24", "8761", "-1", "1.5", "", "x"]) expect(changedValue(CUTOFF, typed)).toBeNull();
  expect([changedValue(SWITCH, "true"), changedValue(SWITCH, "false")]).toEqual([true, null]);
  expect(["hidden", "public", "secret"].map((typed) => changedValue(VISIBILITY, typed))).toEqual([
    "hidden",
    null,
    null,
  ]);
});

it("a call names one setting, and the meal that it belongs to", () => {
  expect(bodyOf(SWITCH, true)).toEqual({ restaurant: { is_noindex: true } });
  expect(bodyOf(CUTOFF, 3)).toEqual({ restaurant: { cutoff_hours: { operation: "dinner", value: 3 } } });
});
