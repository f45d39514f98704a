/** What a guest's course cost when the seat was chosen, kept until the review page has compared it with what the hold costs. */
const KEY = "seki.shown_price";

export interface ShownPrice {
  uid: string;
  price: number;
}

/** A browser may forbid storage; the review page then compares nothing. */
export function rememberShownPrice(shown: ShownPrice): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(shown));
  } catch {
    return;
  }
}

/** The price that was shown for this hold; null when none is known. */
export function shownPriceOf(uid: string): number | null {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(KEY) ?? "null") as Partial<ShownPrice> | null;
    return kept?.uid === uid && typeof kept.price === "number" ? kept.price : null;
  } catch {
    return null;
  }
}
