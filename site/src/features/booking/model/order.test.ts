import { expect, it } from "vitest";
import { orderKindOf } from "./order";

it("an order is delivered or picked up", () => {
  expect(orderKindOf("takeaway", { is_delivery_only: true })).toBe("delivery");
  expect(orderKindOf(undefined, { is_delivery_only: true })).toBe("delivery");
  expect(orderKindOf("takeaway", { is_delivery_only: false })).toBe("takeaway");
  expect(orderKindOf("dinner", { is_delivery_only: false })).toBeNull();
  expect(orderKindOf(undefined, { is_delivery_only: false })).toBeNull();
});
