import type { TFunction } from "i18next";
import { expect, it } from "vitest";
import { refundText } from "./refund-text";

const t = ((key: string, values?: { amount: string }) =>
  [key, values?.amount].filter(Boolean).join(" ")) as unknown as TFunction;
const charge = { amount: 800, refund_due: 0, refunded_amount: 0, lost_amount: 0, dispute: null };
const text = (change: Partial<Parameters<typeof refundText>[1]>) => refundText(t, { ...charge, ...change }, String);

it("names the refund, made or on its way", () => {
  expect(text({})).toBeNull();
  expect(text({ refund_due: 500 })).toBe("reservations.refund_due 500");
  expect(text({ refund_due: 500, refunded_amount: 500 })).toBe("reservations.refunded 500");
});

it("names a refund of the whole amount as such", () => {
  expect(text({ refund_due: 800 })).toBe("reservations.refund_due_whole");
  expect(text({ refund_due: 800, refunded_amount: 800 })).toBe("reservations.refunded_whole");
  expect(text({ refund_due: 800, refunded_amount: 200 })).toBe(
    "reservations.refunded 200reservations.andreservations.refund_due 600",
  );
});

it("tells a refund that was made from the rest that is in progress", () => {
  expect(text({ refund_due: 500, refunded_amount: 200 })).toBe(
    "reservations.refunded 200reservations.andreservations.refund_due 300",
  );
  expect(text({ dispute: "open", refund_due: 500, refunded_amount: 200 })).toBe("reservations.refund_deferred 300");
});

it("says why a refund waits, and what the bank returned", () => {
  expect(text({ dispute: "open" })).toBe("reservations.disputed");
  expect(text({ dispute: "open", refund_due: 500 })).toBe("reservations.refund_deferred 500");
  expect(text({ dispute: "won", refund_due: 500 })).toBe("reservations.refund_due 500");
  expect(text({ dispute: "lost", refund_due: 500, lost_amount: 500 })).toBe("reservations.returned_by_bank 500");
});
