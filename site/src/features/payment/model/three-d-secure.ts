import type { Locale, PaymentIntent } from "@/api";

export interface ThreeDSecureResult {
  result: "succeeded" | "failed";
  confirmedIds: string[];
  message?: string | undefined;
}

interface AuthenticationError {
  message: string;
  code?: string;
  /** The intent's state at the provider. */
  payment_intent?: { status: string };
}

export type Authenticate = (intent: PaymentIntent) => Promise<{ error?: AuthenticationError | undefined }>;

const AUTHENTICATED = ["succeeded", "requires_capture", "processing"];

/**
 * Reports whether another tab has authenticated the intent. No authentication is left to do then, and the server
 * decides the outcome.
 */
function isAuthenticated({ code, payment_intent }: AuthenticationError): boolean {
  return payment_intent ? AUTHENTICATED.includes(payment_intent.status) : code === "payment_intent_unexpected_state";
}

/**
 * The bank rejected the payment, or its window was closed. The provider gives both one code, and its message adds
 * nothing to the page's text.
 */
const UNAUTHENTICATED = "payment_intent_authentication_failure";

/**
 * Returns the provider's message if it is in the page's language. The provider uses the browser's language or English.
 */
export function wordsIn(locale: Locale, message: string | undefined): string | undefined {
  return message && /[ぁ-ヿ一-鿿]/.test(message) === (locale === "ja") ? message : undefined;
}

/**
 * Authenticates the pending intents one after another. An intent that still needs a payment method, or whose
 * authentication fails, ends the sequence; the result contains the ids confirmed until then.
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
      const { error } = await authenticate(intent).catch((): { error: AuthenticationError } => ({
        error: { message: "" },
      }));
      if (error && !isAuthenticated(error)) {
        const message = error.code === UNAUTHENTICATED ? undefined : error.message || undefined;
        return { result: "failed", confirmedIds, message };
      }
    }
    confirmedIds.push(intent.id);
  }
  return { result: "succeeded", confirmedIds };
}
