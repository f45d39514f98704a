import { expect, it } from "vitest";
import { isAt } from "./menu";

it("matches an entry's own pages, and home only at home", () => {
  const home = { under: "/owners", isAlone: true };
  expect(isAt("/owners", home)).toBe(true);
  expect(isAt("/owners/customers", home)).toBe(false);
  expect(isAt("/owners/customers/abc", { under: "/owners/customers" })).toBe(true);
  expect(isAt("/owners/reservation_cancel_requests/new", { under: "/owners/reservations" })).toBe(false);
});
