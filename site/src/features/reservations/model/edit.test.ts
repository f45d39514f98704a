import { describe, expect, it } from "vitest";
import { aReservation } from "@/testing/builders";
import { canUpdate, lacking } from "./edit";
import type { Draft } from "./edit";

const group = (ids: number[]) => ({ title: "", answers: ids.map((id) => ({ id, answers: [] })) });

const page = {
  reservation: aReservation({ guests_count: 3, special_request: "窓側" }),
  preferences: { on_booking: group([1, 2, 3]), after_booking: group([]) },
};

function draft(part: Partial<Draft> = {}): Draft {
  return { special_request: "窓側", guests_count: 3, dropped: [], ...part };
}

describe("the button that changes a booking", () => {
  it("requires a change", () => {
    expect(canUpdate(page, draft())).toBe(false);
    expect(canUpdate(page, draft({ special_request: "静かな席" }))).toBe(true);
    expect(canUpdate(page, draft({ special_request: "" }))).toBe(true);
  });

  it("requires one answer set per guest", () => {
    expect(canUpdate(page, draft({ guests_count: 2 }))).toBe(false);
    expect(canUpdate(page, draft({ guests_count: 2, dropped: [2] }))).toBe(true);
    expect(canUpdate(page, draft({ guests_count: 2, dropped: [1, 2] }))).toBe(false);
    expect(canUpdate(page, draft({ guests_count: 2, special_request: "", dropped: [] }))).toBe(false);
  });

  it("accepts answers of additional guests", () => {
    expect(canUpdate(page, draft({ guests_count: 4 }))).toBe(true);
    expect(lacking(page, draft({ guests_count: 4 }), "on_booking")).toBe(1);
    expect(canUpdate(page, draft({ guests_count: 4, dropped: [1] }))).toBe(false);
  });

  it("requires no answers of a party without questions", () => {
    const unasked = { ...page, preferences: { on_booking: group([]), after_booking: group([]) } };
    expect(canUpdate(unasked, draft({ guests_count: 2 }))).toBe(true);
  });
});
