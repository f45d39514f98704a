import { describe, expect, it } from "vitest";
import { offers, toggled } from "./choice";

describe("F027: the tag picker", () => {
  it("adds and removes a tag", () => {
    const one = toggled(new Set(), 3);
    expect([...one]).toEqual([3]);
    expect([...toggled(one, 3)]).toEqual([]);
  });

  it("offers to save once the choice differs, and always when it is edited", () => {
    const before = new Set([1, 2]);
    expect(offers("index", before, new Set([2, 1]))).toBe("skip");
    expect(offers("new", before, new Set([1, 3]))).toBe("submit");
    expect(offers("index", before, new Set([1]))).toBe("submit");
    expect(offers("edit", before, before)).toBe("submit");
  });
});
