import { useRef, useState } from "react";
import type { DeliveryField, DeliveryForm } from "../model/delivery";
import { digitsOf, filledFrom, placeOf, without } from "../model/postal-code";

type Fill = (change: (form: DeliveryForm) => DeliveryForm) => void;

/** Fills in the address once a postcode is complete, except fields that the diner has focused since. */
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
    // Without a response the diner types the address.
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
