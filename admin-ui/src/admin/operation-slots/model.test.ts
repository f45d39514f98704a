import { describe, expect, it } from "vitest";
import { bodyOf, canConfirm, changedIn, draftOf, isCount, isRowValid, isTime, rowFor } from "./model";
import type { Draft, SlotTables } from "./model";

const days = { monday: 1, tuesday: 1, wednesday: 1, thursday: 1, friday: 2, saturday: 2, sunday: 0, holiday: 3 };
const row = (id: number) => ({ id, inventory_group_id: 7, start_time: "18:00", end_time: "20:00", ...days });
const SAVED: SlotTables = {
  calendar_operation_slots: {
    lunch: { header: null, rows: [row(1)] },
    dinner: { header: { is_spot_detection_by_starts_at: true }, rows: [row(2), row(3)] },
  },
  cos_types: { lunch: "header_none", dinner: "manual" },
};

function dinnerWith(change: (draft: Draft) => void): Draft {
  const draft = draftOf(SAVED);
  change(draft);
  return draft;
}

describe("the editor of red circles", () => {
  it("has nothing to confirm before a change", () => {
    const saved = draftOf(SAVED);
    expect(canConfirm(saved, draftOf(SAVED))).toBe(false);
    expect(changedIn(saved, draftOf(SAVED))).toEqual([]);
  });

  it("posts the tables that changed, and the ids of saved rows that were removed", () => {
    const draft = dinnerWith(({ dinner }) => {
      dinner?.rows.splice(0, 1);
      dinner?.rows.push(rowFor("new", { id: 9, items: 4 }, { start: "17:00", end: "22:00" }));
    });
    expect(canConfirm(draft, draftOf(SAVED))).toBe(true);
    const body = bodyOf(draft, draftOf(SAVED), SAVED);
    expect(body.delete_slot_ids).toEqual([2]);
    expect(Object.keys(body.calendar_operation_slots ?? {})).toEqual(["dinner"]);
    const dinner = body.calendar_operation_slots?.["dinner"];
    expect(dinner?.header).toEqual({ is_spot_detection_by_starts_at: true });
    expect(dinner?.rows?.[0]).toEqual(row(3));
    expect(dinner?.rows?.[1]).toMatchObject({ id: null, inventory_group_id: 9, start_time: "17:00", holiday: 4 });
  });

  it("does not confirm an invalid row", () => {
    for (const wrong of ["", "x", "-1", "1.5", "1000"]) {
      const draft = dinnerWith(({ dinner }) => {
        if (dinner?.rows[0]) dinner.rows[0].counts.monday = wrong;
      });
      expect(canConfirm(draft, draftOf(SAVED))).toBe(false);
    }
    const backwards = dinnerWith(({ dinner }) => {
      if (dinner?.rows[0]) dinner.rows[0].end_time = "18:00";
    });
    expect(backwards.dinner?.rows[0] && isRowValid(backwards.dinner.rows[0])).toBe(false);
  });

  it("accepts times in steps of five minutes, and counts", () => {
    expect(["00:00", "18:05", "23:55"].map(isTime)).toEqual([true, true, true]);
    expect(["18:02", "24:00", "9:00", ""].map(isTime)).toEqual([false, false, false, false]);
    expect(["0", "999"].map(isCount)).toEqual([true, true]);
  });

  it("drops the header of a meal without one", () => {
    const draft = dinnerWith(({ dinner }) => {
      if (dinner) dinner.cos_type = "header_none";
    });
    expect(bodyOf(draft, draftOf(SAVED), SAVED).calendar_operation_slots?.["dinner"]?.header).toBeNull();
  });
});
