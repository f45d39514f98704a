import type { DeliveryField, DeliveryForm } from "./delivery";
import { LONGEST, plain } from "./delivery";

/** Of Japan Post's data: prefecture, municipality, and the part of it, which may be blank. */
type Place = readonly [prefecture: string, city: string, town: string];

/** The seven digits of a postcode as it is typed; nothing while it is none. */
export function digitsOf(typed: string): string | null {
  return /^(\d{3})-?(\d{4})$/.exec(plain(typed))?.slice(1).join("") ?? null;
}

/** The place of a postcode, from the file of its first three digits. Nothing where Japan Post has none. */
export async function placeOf(digits: string): Promise<Place | null> {
  const response = await fetch(`${POSTAL_FOLDER}${digits.slice(0, 3)}.json`);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`postcodes: ${response.status}`);
  const chunk = (await response.json()) as Record<string, Place>;
  return chunk[digits.slice(3)] ?? null;
}

/**
 * What a place fills in. The part of the municipality stands with it where both fit its field, and else begins the house number's. A
 * house number that was typed stays.
 */
export function filledFrom(
  [prefecture, city, town]: Place,
  typed: Pick<DeliveryForm, "address2">,
): Pick<DeliveryForm, "prefecture" | "address1" | "address2"> {
  const fits = [...(city + town)].length <= LONGEST.address1;
  if (fits) return { prefecture, address1: city + town, address2: typed.address2 };
  const address2 = typed.address2 === "" ? [...town].slice(0, LONGEST.address2).join("") : typed.address2;
  return { prefecture, address1: city, address2 };
}

/** What is filled in, without the fields that are somebody's own. */
export function without<F extends Partial<DeliveryForm>>(filled: F, own: ReadonlySet<DeliveryField>): Partial<F> {
  const kept = Object.entries(filled).filter(([field]) => !own.has(field as DeliveryField));
  return Object.fromEntries(kept) as Partial<F>;
}
