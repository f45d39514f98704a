import { describe, expect, it, vi } from "vitest";
import type { PaymentIntent, PaymentIntentStatus } from "@/api";
import { authenticateAll } from "./three-d-secure";
import type { Authenticate } from "./three-d-secure";

const intent = (id: string, status: PaymentIntentStatus): PaymentIntent => ({
  id,
  status,
  client_secret: `${id}_secret`,
});
const passes = () => Promise.resolve({});

describe("authenticating payments in sequence", () => {
  it("asks only for those that require it and reports all of them", async () => {
    const authenticate = vi.fn<Authenticate>(passes);
    const steps: number[] = [];
    const result = await authenticateAll(
      [intent("a", "succeeded"), intent("b", "requires_action"), intent("c", "requires_action")],
      authenticate,
      (step) => steps.push(step),
    );
    expect(result).toEqual({ result: "succeeded", confirmedIds: ["a", "b", "c"] });
    expect(authenticate.mock.calls).toHaveLength(2);
    expect(steps).toEqual([1, 2, 3]);
  });

  // F068
  it("stops at the first failure with the ids confirmed before it", async () => {
    const authenticate = vi.fn<Authenticate>((each) =>
      Promise.resolve(each.id === "b" ? { error: { message: "declined" } } : {}),
    );
    const result = await authenticateAll(
      [intent("a", "requires_action"), intent("b", "requires_action"), intent("c", "requires_action")],
      authenticate,
    );
    expect(result).toEqual({ result: "failed", confirmedIds: ["a"], message: "declined" });
    expect(authenticate).toHaveBeenCalledTimes(2);
  });

  it("fails without asking when a payment method is missing", async () => {
    const authenticate = vi.fn<Authenticate>(passes);
    expect(await authenticateAll([intent("a", "requires_payment_method")], authenticate)).toEqual({
      result: "failed",
      confirmedIds: [],
    });
    expect(authenticate).not.toHaveBeenCalled();
  });

  it("takes a broken card script for a failure", async () => {
    const result = await authenticateAll([intent("a", "requires_action")], () => Promise.reject(new Error("away")));
    expect(result.result).toBe("failed");
  });
});
