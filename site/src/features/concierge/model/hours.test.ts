import { describe, expect, it } from "vitest";
import { isConciergeOpen } from "./hours";

const at = (tokyo: string) => isConciergeOpen(new Date(`${tokyo}+09:00`));

describe("F047: the concierge's hours", () => {
  it("are weekdays from 10:00 to 18:00", () => {
    expect(at("2026-12-01T10:00")).toBe(true);
    expect(at("2026-12-01T17:59")).toBe(true);
    expect(at("2026-12-01T09:59")).toBe(false);
    expect(at("2026-12-01T18:00")).toBe(false);
    expect(at("2026-12-05T12:00")).toBe(false);
    expect(at("2026-12-06T12:00")).toBe(false);
  });

  it("exclude 30 December to 3 January", () => {
    expect(at("2026-12-29T12:00")).toBe(true);
    for (const day of ["2026-12-30", "2026-12-31", "2027-01-01"]) expect(at(`${day}T12:00`)).toBe(false);
    expect(at("2028-01-03T12:00")).toBe(false);
    expect(at("2028-01-04T12:00")).toBe(true);
  });
});
