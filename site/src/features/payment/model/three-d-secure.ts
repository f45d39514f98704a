import type { PaymentIntent } from "@/api";

export interface ThreeDSecureResult {
  result: "succeeded" | "failed";
  confirmedIds: string[];
  message?: string | undefined;
}

export type Authenticate = (intent: PaymentIntent) => Promise<{ error?: { message: string } | undefined }>;

/**
 * Works through the pending intents one after another. One that still needs a payment method, or whose
 * authentication fails, ends the walk; the ids confirmed until then are kept for the report.
 */
export async function authenticateAll(
  intents: PaymentIntent[],
  authenticate: Authenticate,
  onStep: (step: number) => void = () => undefined,
): Promise<ThreeDSecureResult> {
  const confirmedIds: string[] = [];
  for (const [index, intent] of intents.entries()) {
    onStep(index + 1);
    if (intent.status === "requires_payment_method") return { result: "failed", confirmedIds };
    if (intent.status === "requires_action") {
      const { error } = await authenticate(intent).catch(() => ({ error: { message: "" } }));
      if (error) return { result: "failed", confirmedIds, message: error.message || undefined };
    }
    confirmedIds.push(intent.id);
  }
  return { result: "succeeded", confirmedIds };
}
