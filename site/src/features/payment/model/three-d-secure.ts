import type { Locale, PaymentIntent } from "@/api";

export interface ThreeDSecureResult {
  result: "succeeded" | "failed";
  confirmedIds: string[];
  message?: string | undefined;
}

interface AuthenticationError {
  message: string;
  code?: string;
  /** As it stands at the provider. */
  payment_intent?: { status: string };
}

export type Authenticate = (intent: PaymentIntent) => Promise<{ error?: AuthenticationError | undefined }>;

const AUTHENTICATED = ["succeeded", "requires_capture", "processing"];

/** Another tab has authenticated it: there is nothing left to ask the bank for, and the server decides what it came to. */
function isAuthenticated({ code, payment_intent }: AuthenticationError): boolean {
  return payment_intent ? AUTHENTICATED.includes(payment_intent.status) : code === "payment_intent_unexpected_state";
}

/**
 * The bank said no, or its window was closed: the provider gives both one code, and its words add nothing to what the page says of it.
 */
const UNAUTHENTICATED = "payment_intent_authentication_failure";

/** The provider speaks the browser's language, or English: its words, where they are in the page's. */
export function wordsIn(locale: Locale, message: string | undefined): string | undefined {
  return message && /[ぁ-ヿ一-鿿]/.test(message) === (locale === "ja") ? message : undefined;
}

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
