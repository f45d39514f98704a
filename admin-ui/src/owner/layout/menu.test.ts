import { describe, expect, it } from "vitest";
import { isUnder } from "./menu";

describe("where one is", () => {
  it("is the page's own entry, and home only at home", () => {
    expect(isUnder("/owners", "/owners")).toBe(true);
    expect(isUnder("/owners/customers", "/owners")).toBe(false);
    expect(isUnder("/owners/customers/abc", "/owners/customers")).toBe(true);
    expect(isUnder("/owners/reservation_cancel_requests/new", "/owners/reservations")).toBe(false);
  });
});
