import { describe, expect, it } from "vitest";
import { isSamePage } from "./address";

const at = (path: string) => new URL(path, "http://seki");

describe("a list's address", () => {
  it("is the same page at another position of the list", () => {
    expect(isSamePage(at("/owners/announcements"), at("/owners/announcements?page=2&sort=id&order=ASC"))).toBe(true);
    expect(isSamePage(at("/a?month=1"), at("/a?month=2"), "month")).toBe(true);
  });

  it("is another page elsewhere, at another restaurant, and after a reload", () => {
    expect(isSamePage(at("/a"), at("/b"))).toBe(false);
    expect(isSamePage(at("/a"), at("/a?owners_restaurant_slug=x"))).toBe(false);
    expect(isSamePage(at("/a?page=2"), at("/a?page=2"))).toBe(false);
  });
});
