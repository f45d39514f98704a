import { describe, expect, it } from "vitest";
import { bodyOf, changeOf, countWithin, dateTime, emptyDraft, shownDraft } from "./model";

describe("an announcement", () => {
  it("sends the admins' fields only for an admin", () => {
    const draft = {
      ...emptyDraft,
      only_customer_group_ids: [7],
      only_premium_grades: ["gold"],
      include_unsubscribed_customers: true,
      send_count: 3,
    };
    expect(bodyOf(draft, false, emptyDraft)).toEqual({
      subject_type: "notice",
      body: "",
      only_customer_group_ids: [7],
      only_prefectures: [],
    });
    expect(bodyOf(draft, true, emptyDraft)).toMatchObject({
      only_premium_grades: ["gold"],
      include_unsubscribed_customers: true,
      send_count: 3,
    });
  });

  it("sends the time only if it was changed", () => {
    const stored = { ...emptyDraft, scheduled_at: "2026-12-01T11:00" };
    expect(bodyOf({ ...stored, body: "a" }, true, stored)).not.toHaveProperty("scheduled_at");
    expect(bodyOf({ ...stored, scheduled_at: null }, true, stored)).toHaveProperty("scheduled_at", null);
    expect(bodyOf(stored, true, emptyDraft)).toHaveProperty("scheduled_at", "2026-12-01T11:00");
  });

  it("sends the changed fields with the stored values that the user knows", () => {
    const stored = { ...emptyDraft, only_prefectures: ["東京都"], scheduled_at: "2026-12-01T11:00:00+09:00" };
    const shown = shownDraft(stored);
    expect(changeOf({ ...shown, body: "a", only_prefectures: [] }, false, stored)).toEqual({
      body: "a",
      only_prefectures: [],
      expected: { body: "", only_prefectures: ["東京都"] },
    });
    expect(changeOf({ ...shown, scheduled_at: null }, true, stored)).toEqual({
      scheduled_at: null,
      expected: { scheduled_at: "2026-12-01T11:00:00+09:00" },
    });
    expect(changeOf(shown, true, stored)).toEqual({ expected: {} });
  });

  it("accepts counts from one to the maximum", () => {
    expect(countWithin("1", 3)).toBe(1);
    expect(countWithin("3", 3)).toBe(3);
    for (const typed of ["0", "4", "", "1.5", "-1", "x"]) expect(countWithin(typed, 3)).toBeNull();
  });

  it("shows times in the restaurant's zone", () => {
    expect(dateTime("2026-11-21T18:00:00+09:00")).toBe("2026年11月21日 18:00");
  });
});
