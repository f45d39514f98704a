/**
 * Course price per guest at the time of the choice, stored until the review page has compared it with the price of the
 * hold.
 */
const KEY = "seki.shown_price";

export interface ShownPrice {
  uid: string;
  price: number;
}

/** A browser may deny storage; the review page then compares nothing. */
export function rememberShownPrice(shown: ShownPrice): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(shown));
  } catch {
    return;
  }
}

/** Returns the price that was shown for this hold; null if it is unknown. */
export function shownPriceOf(uid: string): number | null {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(KEY) ?? "null") as Partial<ShownPrice> | null;
    return kept?.uid === uid && typeof kept.price === "number" ? kept.price : null;
  } catch {
    return null;
  }
}
