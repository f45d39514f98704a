import { expect, it } from "vitest";
import { bodyOf, correctionOf, formOf, isComplete, refundOf } from "./form";

const COURSE = { uid: "c1", label: "コース代金", kind: "prepaid_course", refundable: 24_000 };
const course = refundOf("u1", COURSE);
const whole = { ...formOf(course), reason: "提供の遅れ", borneBy: "restaurant", proof: "Seki-2026" } as const;

it("begins with what is left of the charge", () => {
  expect(formOf(course)).toMatchObject({ amount: "24000", borneBy: "" });
  expect(formOf(correctionOf({ uid: "r1", label: "BCDF2345" }))).toMatchObject({ amount: "" });
});

it("lets the operator bear a refund of its own fee", () => {
  const fee = refundOf("u1", { ...COURSE, kind: "reservation_fee" });
  expect([fee.isOperators, formOf(fee).borneBy]).toEqual([true, "operator"]);
});

it("needs an amount within what is left, a reason, a bearer and a proof", () => {
  expect(isComplete(whole, course)).toBe(true);
  const faults = [
    { amount: "0" },
    { amount: "24001" },
    { amount: "1.5" },
    { amount: "" },
    { reason: " " },
    { borneBy: "" },
    { proof: "" },
  ] as const;
  expect(faults.filter((fault) => isComplete({ ...whole, ...fault }, course))).toEqual([]);
});

it("sends the proof as a password or as a code", () => {
  const adjustment = { amount: 24_000, reason: "提供の遅れ", borne_by: "restaurant", idempotency_key: "key" };
  expect(bodyOf(whole, "key")).toEqual({ adjustment, current_password: "Seki-2026" });
  expect(bodyOf({ ...whole, isByCode: true, proof: "123456" }, "key")).toEqual({ adjustment, code: "123456" });
});
