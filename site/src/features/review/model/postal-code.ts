import type { DeliveryField, DeliveryForm } from "./delivery";
import { MAX_LENGTHS, plain } from "./delivery";

/** Japan Post's data: prefecture, municipality, and its part, which may be blank. */
type Place = readonly [prefecture: string, city: string, town: string];

/** Returns the seven digits of a typed postcode; null for other text. */
export function digitsOf(typed: string): string | null {
  return /^(\d{3})-?(\d{4})$/.exec(plain(typed))?.slice(1).join("") ?? null;
}

/** Returns the place of a postcode, from the file of its first three digits; null for an unknown code. */
export async function placeOf(digits: string): Promise<Place | null> {
  const response = await fetch(`${POSTAL_FOLDER}${digits.slice(0, 3)}.json`);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`postcodes: ${response.status}`);
  const chunk = (await response.json()) as Record<string, Place>;
  return chunk[digits.slice(3)] ?? null;
}

/**
 * Returns the fields that a place fills in. The part of the municipality follows the municipality if both fit its
 * field, and begins the house number's field otherwise. A typed house number is kept.
 */
export function filledFrom(
  [prefecture, city, town]: Place,
  typed: Pick<DeliveryForm, "address2">,
): Pick<DeliveryForm, "prefecture" | "address1" | "address2"> {
  const fits = [...(city + town)].length <= MAX_LENGTHS.address1;
  if (fits) return { prefecture, address1: city + town, address2: typed.address2 };
  const address2 = typed.address2 === "" ? [...town].slice(0, MAX_LENGTHS.address2).join("") : typed.address2;
  return { prefecture, address1: city, address2 };
}

/** Returns the filled fields without the diner's own. */
export function without<F extends Partial<DeliveryForm>>(filled: F, own: ReadonlySet<DeliveryField>): Partial<F> {
  const kept = Object.entries(filled).filter(([field]) => !own.has(field as DeliveryField));
  return Object.fromEntries(kept) as Partial<F>;
}
