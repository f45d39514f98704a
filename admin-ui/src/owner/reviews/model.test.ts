import { describe, expect, it } from "vitest";
import type { Unreviewed } from "./model";
import {
  opensAutomatically,
  dismissedDates,
  firstDraft,
  openingOperation,
  rated,
  toggledReason,
  withDismissed,
} from "./model";

const visit = (operation: "lunch" | "dinner") => ({ operation }) as Unreviewed;

describe("a review", () => {
  // F175
  it("is average at first, and keeps its reasons only while unacceptable", () => {
    const late = toggledReason(rated(firstDraft, "unacceptable"), "tardiness");
    expect(late).toEqual({ rating: "unacceptable", reasons: ["tardiness"] });
    expect(rated(late, "unacceptable").reasons).toEqual(["tardiness"]);
    expect(rated(late, "poor").reasons).toEqual([]);
    expect(toggledReason(rated(late, "good"), "nice_person").reasons).toEqual(["nice_person"]);
    expect(toggledReason(late, "tardiness").reasons).toEqual([]);
  });

  it("opens on the later meal", () => {
    expect(openingOperation([visit("lunch"), visit("dinner")])).toBe("dinner");
    expect(openingOperation([visit("lunch")])).toBe("lunch");
  });
});

describe("dismissing reviews", () => {
  it("is stored as a comma-separated list of dates", () => {
    const stored = withDismissed(withDismissed(null, "2026-11-20"), "2026-11-21");
    expect(stored).toBe("20261120,20261121");
    expect(withDismissed(stored, "2026-11-20")).toBe("20261121,20261120");
    expect(dismissedDates("x,20261121,")).toEqual(["20261121"]);
  });

  it("keeps the dialog from opening by itself only for that date", () => {
    expect(opensAutomatically("2026-11-21", "2026-11-21", null)).toBe(true);
    expect(opensAutomatically("2026-11-20", "2026-11-21", "20261121")).toBe(true);
    expect(opensAutomatically("2026-11-21", "2026-11-21", "20261121")).toBe(false);
    expect(opensAutomatically("2026-11-01", "2026-11-21", null)).toBe(false);
    expect(opensAutomatically("2026-11-22", "2026-11-21", null)).toBe(false);
  });
});
