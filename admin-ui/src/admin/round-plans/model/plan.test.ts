import { expect, it } from "vitest";
import { bodyOf, canSave, currentRound, draftOf } from "./plan";
import type { Plan } from "./plan";

const OWNER = { customer_group_uid: null, is_preferred: false };
const round = (till: string, is_effective: boolean) => ({
  key: `k${till}`,
  effective_at: "2026-12-01 10:00:00",
  online_reservable_till: till,
  is_effective,
});
const PERIODIC: Plan = {
  ...OWNER,
  kind: "periodic",
  rrules: [
    {
      rule_type: "yearly",
      interval: 1,
      validations: { month_of_year: [1], day_of_month: [1], hour_of_day: [10], minute_of_hour: [0] },
    },
  ],
  open_for_months: 2,
  open_upto_mode: "day_of_month",
  open_immediate: false,
  reservation_rounds: [round("2026-12-31", true), round("2027-01-31", true), round("2027-02-28", false)],
};

it("an empty list cannot be saved", () => {
  const { draft } = draftOf(OWNER, undefined);
  expect(canSave(draft)).toBe(false);
  expect(canSave({ ...draft, kind: "periodic" })).toBe(false);
  expect(canSave({ ...draft, kind: "never" })).toBe(true);
  expect(canSave({ ...draft, kind: "forever" })).toBe(true);
});

it("an unchanged plan is posted with its original values", () => {
  const { draft, isBroken } = draftOf(OWNER, PERIODIC);
  expect(isBroken).toBe(false);
  expect(bodyOf(draft)).toEqual({
    customer_group_uid: "",
    is_preferred: false,
    open_schedule_rules: [{ month: 1, day_of_month: 1, hour_of_day: 10, minute_of_hour: 0 }],
    open_for_months: 2,
    open_upto_mode: "day_of_month",
    open_immediate: false,
  });
  const custom = draftOf(OWNER, {
    ...PERIODIC,
    kind: "custom",
    rrules: [],
    open_for_months: null,
    open_upto_mode: null,
  });
  expect(bodyOf(custom.draft)).toMatchObject({ reservation_rounds: [{ key: "k2026-12-31" }, {}, {}] });
  expect(bodyOf({ ...draft, kind: "never" })).toEqual({ customer_group_uid: "", is_preferred: false });
});

it("unreadable rules must be entered again", () => {
  const { draft, isBroken } = draftOf(OWNER, { ...PERIODIC, rrules: [{ rule_type: "daily", validations: {} }] });
  expect([isBroken, draft.rules, canSave(draft)]).toEqual([true, [], false]);
});

it("the current round is the one that reaches furthest", () => {
  expect(currentRound(PERIODIC)?.online_reservable_till).toBe("2027-01-31");
  expect(currentRound({ ...PERIODIC, kind: "custom" })).toBeUndefined();
  expect(currentRound(undefined)).toBeUndefined();
});
