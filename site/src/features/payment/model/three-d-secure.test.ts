import { describe, expect, it, vi } from "vitest";
import type { PaymentIntent, PaymentIntentStatus } from "@/api";
import { authenticateAll, wordsIn } from "./three-d-secure";
import type { Authenticate } from "./three-d-secure";

const intent = (id: string, status: PaymentIntentStatus): PaymentIntent => ({
  id,
  status,
  client_secret: `${id}_secret`,
});
const passes = () => Promise.resolve({});

describe("authenticating payments in sequence", () => {
  it("authenticates only the intents that require it, and reports all of them", async () => {
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

  it("fails without authentication when a payment method is missing", async () => {
    const authenticate = vi.fn<Authenticate>(passes);
    expect(await authenticateAll([intent("a", "requires_payment_method")], authenticate)).toEqual({
      result: "failed",
      confirmedIds: [],
    });
    expect(authenticate).not.toHaveBeenCalled();
  });

  it("treats a broken card script as a failure", async () => {
    const result = await authenticateAll([intent("a", "requires_action")], () =>
      Promise.reject(new Error("unavailable")),
    );
    expect(result.result).toBe("failed");
  });

  it.each([
    [{ status: "succeeded" }, "payment_intent_unexpected_state", "succeeded"],
    [{ status: "requires_capture" }, "payment_intent_unexpected_state", "succeeded"],
    [{ status: "processing" }, "api_error", "succeeded"],
    [undefined, "payment_intent_unexpected_state", "succeeded"],
    [{ status: "canceled" }, "payment_intent_unexpected_state", "failed"],
    [{ status: "requires_payment_method" }, "payment_intent_authentication_failure", "failed"],
    [undefined, "card_declined", "failed"],
  ])("handles an intent whose state another tab has changed (%o, %s): %s", async (intentState, code, expected) => {
    const error = { message: "You cannot authenticate this PaymentIntent.", code };
    const { result } = await authenticateAll([intent("a", "requires_action")], () =>
      Promise.resolve({ error: { ...error, ...(intentState && { payment_intent: intentState }) } }),
    );
    expect(result).toBe(expected);
  });

  it("returns no message for a bank's rejection or a closed window, and passes any other reason on", async () => {
    const reasons = ["payment_intent_authentication_failure", "card_declined"].map(async (code) => {
      const error = { message: "カードを認証できませんでした。", code };
      const { message } = await authenticateAll([intent("a", "requires_action")], () => Promise.resolve({ error }));
      return message;
    });
    expect(await Promise.all(reasons)).toEqual([undefined, "カードを認証できませんでした。"]);
  });

  it("shows the provider's message only if it is in the page's language", () => {
    const [english, japanese] = ["Your card was declined.", "カードが拒否されました。"];
    expect([wordsIn("en", english), wordsIn("ja", japanese)]).toEqual([english, japanese]);
    expect([wordsIn("ja", english), wordsIn("en", japanese), wordsIn("ja", "")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
