import type { Locale, SiteConfig } from "@/api";
import { loadScript } from "@/external/load-script";

/** The part of Stripe.js that this site uses. */
export interface CardElement {
  mount(target: HTMLElement): void;
  on(event: "change", listener: (change: CardChange) => void): void;
  destroy(): void;
}

export interface CardChange {
  complete: boolean;
  error?: { message: string };
}

export type CardElementType = "cardNumber" | "cardExpiry" | "cardCvc";

interface CardError {
  error: { message: string; code?: string; payment_intent?: { status: string } };
}

export interface CardsClient {
  elements(options: { locale: string }): {
    create(type: CardElementType, options: Record<string, unknown>): CardElement;
  };
  confirmCardSetup(
    clientSecret: string,
    data: { payment_method: { card: CardElement; billing_details: { name: string } } },
  ): Promise<{ setupIntent: { id: string; status: string; payment_method: string }; error?: undefined } | CardError>;
  confirmCardPayment(
    clientSecret: string,
    data: { payment_method: string },
  ): Promise<{ paymentIntent: { id: string; status: string }; error?: undefined } | CardError>;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string, options: { locale: string }) => CardsClient;
  }
}

type CardConfig = Pick<SiteConfig, "card_script_url" | "card_publishable_key">;

export async function loadCards(config: CardConfig, locale: Locale): Promise<CardsClient> {
  await loadScript(config.card_script_url);
  if (!window.Stripe) throw new Error("the card script did not define window.Stripe");
  return window.Stripe(config.card_publishable_key, { locale });
}
