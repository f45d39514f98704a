import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { DeliveryChoices } from "@/api";
import { useStoredInput } from "@/drafts";
import { deliveryBody, deliveryFormOf, faultsOf, maxLengthOf } from "../model/delivery";
import type { DeliveryField, DeliveryForm } from "../model/delivery";
import { usePostalCode } from "./usePostalCode";

type Refused = Partial<Record<DeliveryField, string>>;

/** State of the delivery part of the form, with its faults after an attempt. */
export function useDelivery(choices: DeliveryChoices | null, refused: Refused, draft: string) {
  const { t } = useTranslation();
  const [form, setForm] = useStoredInput<DeliveryForm | null>(draft, choices && deliveryFormOf(choices));
  const [attempts, setAttempts] = useState(0);

  const errors: Refused = { ...refused };
  if (form && attempts > 0) {
    for (const [field, fault] of Object.entries(faultsOf(form))) {
      const name = field as DeliveryField;
      errors[name] = t(`review.delivery.error.${fault}`, { count: maxLengthOf(name) });
    }
  }

  /** Reports whether the part can be sent; counts a failed attempt otherwise. */
  const check = (): boolean => {
    if (!form) return true;
    const isFine = Object.keys(faultsOf(form)).length === 0;
    if (!isFine) setAttempts((count) => count + 1);
    return isFine;
  };

  const postal = usePostalCode((change) => setForm((typed) => typed && change(typed)));

  const set = (field: DeliveryField, value: string) => {
    setForm((typed) => typed && { ...typed, [field]: value });
    if (field === "zip_code") void postal.lookUp(value);
  };

  const { found, enter } = postal;
  return { form, errors, attempts, postal: found, set, enter, check, body: form ? deliveryBody(form) : {} };
}

export type DeliveryState = ReturnType<typeof useDelivery>;
