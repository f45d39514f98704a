import { useRef, useState } from "react";
import type { DeliveryField, DeliveryForm } from "../model/delivery";
import { digitsOf, filledFrom, placeOf, without } from "../model/postal-code";

type Fill = (change: (form: DeliveryForm) => DeliveryForm) => void;

/** Fills in the address as soon as a postcode is complete, but no field that somebody has gone to since. */
export function usePostalCode(fill: Fill) {
  const [found, setFound] = useState<"found" | "not_found" | null>(null);
  const asked = useRef<string | null>(null);
  const entered = useRef(new Set<DeliveryField>());

  const lookUp = async (typed: string): Promise<void> => {
    const digits = digitsOf(typed);
    asked.current = digits;
    entered.current.clear();
    setFound(null);
    if (digits === null) return;
    // Without an answer the address is typed by hand, as it would be anyway.
    const place = await placeOf(digits).catch(() => undefined);
    if (place === undefined || asked.current !== digits) return;
    if (place) fill((form) => ({ ...form, ...without(filledFrom(place, form), entered.current) }));
    setFound(place ? "found" : "not_found");
  };

  const enter = (field: DeliveryField): void => {
    entered.current.add(field);
  };

  return { found, lookUp, enter };
}
