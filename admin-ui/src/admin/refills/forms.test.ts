import { describe, expect, it } from "vitest";
import { guestsBody, guestsForm, toggleAll, toggleCount } from "./guests-form";
import { addDate, canRefill } from "./selection";
import { canAdd, endOptions, readBulk, sortedSpans, startOptions, withStart } from "./times-form";

const evening = { from: "17:00", till: "22:00" };
const span = (start_time: string, end_time: string) => ({ start_time, end_time });

describe("the times of a template", () => {
  it("are sorted by start and unique", () => {
    const spans = [span("19:00", "21:00"), span("18:00", "20:00"), span("19:00", "21:00")];
    expect(sortedSpans(spans)).toEqual([span("18:00", "20:00"), span("19:00", "21:00")]);
    expect(canAdd(spans, span("19:00", "21:00"))).toBe(false);
    expect(canAdd(spans, span("19:00", ""))).toBe(false);
    expect(canAdd(spans, span("19:00", "21:30"))).toBe(true);
  });

  it("offer starts before the end and ends after the start; a start sets its end, two hours later", () => {
    expect(startOptions(evening, "17:10")).toEqual(["17:00", "17:05"]);
    expect(endOptions(evening, "21:50")).toEqual(["21:55", "22:00"]);
    expect(withStart(span("", ""), "18:00", evening)).toEqual(span("18:00", "20:00"));
    expect(withStart(span("", "19:00"), "18:00", evening)).toEqual(span("18:00", "19:00"));
    expect(withStart(span("", ""), "21:00", evening)).toEqual(span("21:00", "22:00"));
  });

  // F188
  it("are read from lines, without duplicates, and unavailable times are reported", () => {
    const bulk = readBulk("19:00,21:00\n\n 18:00 , 20:00 \n19:00,21:00\n", evening);
    expect(bulk).toEqual({ spans: [span("18:00", "20:00"), span("19:00", "21:00")], wrong: [] });
    const wrong = ["20:00,18:00", "18:02,20:00", "16:00,18:00", "18:00", "18:00,20:00,21:00", "soon,later"];
    expect(readBulk(wrong.join("\n"), evening)).toEqual({ spans: [], wrong });
  });
});

describe("the party sizes of a template", () => {
  const selectors = [
    { id: 1, customer_group_id: null, always_allow_last_solo: true, options: [{ guests_count: 2, max_per_isg: 1 }] },
  ];

  it("are the group's own, and empty for a group without a selector", () => {
    expect(guestsForm(selectors, null)).toEqual({ groupId: null, chosen: { 2: "1" }, alwaysAllowLastSolo: true });
    expect(guestsForm(selectors, 7)).toEqual({ groupId: 7, chosen: {}, alwaysAllowLastSolo: false });
  });

  it("can all be ticked, and keep their input", () => {
    expect(toggleAll({ 2: "1" }, 3)).toEqual({ 1: "", 2: "1", 3: "" });
    expect(toggleAll({ 1: "", 2: "", 3: "" }, 3)).toEqual({});
    expect(toggleCount({ 2: "1" }, 2)).toEqual({});
    expect(toggleCount({}, 2)).toEqual({ 2: "" });
  });

  it("are sent in the format of the specification", () => {
    expect(guestsBody({ groupId: 7, chosen: { 1: "", 2: "3" }, alwaysAllowLastSolo: true }, 5)).toEqual({
      guests_count_selector: {
        options_attributes: [
          { guests_count: 1, max_per_isg: null },
          { guests_count: 2, max_per_isg: 3 },
        ],
        customer_group_id: 7,
        always_allow_last_solo: "1",
        online_stock_refillment_template_id: 5,
      },
    });
  });
});

describe("the days of a refill", () => {
  it("are sorted, and a duplicate day is ignored", () => {
    expect(addDate(["2026-12-09"], "2026-12-05")).toEqual(["2026-12-05", "2026-12-09"]);
    expect(addDate(["2026-12-09"], "2026-12-09")).toEqual(["2026-12-09"]);
    expect(addDate([], "")).toEqual([]);
  });

  it("require both ends of a range in order, or at least one day", () => {
    const range = {
      selection_type: "range" as const,
      date_from: "2026-12-01",
      date_till: "2026-12-05",
      custom_dates: [],
    };
    expect(canRefill(range, "2026-12-01")).toBe(true);
    expect(canRefill({ ...range, date_till: "" }, "2026-12-01")).toBe(false);
    expect(canRefill({ ...range, date_till: "2026-11-30" }, "2026-12-01")).toBe(false);
    expect(canRefill({ ...range, date_from: "2026-11-30" }, "2026-12-01"), "a day has passed").toBe(false);
    expect(canRefill({ ...range, selection_type: "custom" }, "2026-12-01")).toBe(false);
    expect(canRefill({ ...range, selection_type: "custom", custom_dates: ["2026-12-01"] }, "2026-12-01")).toBe(true);
  });
});
