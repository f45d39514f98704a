import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { GoldForm } from "@/api";
import { useStoredInput } from "@/drafts";

export type GoldField = "last_visit_period" | "usage_scene" | "food_amount";

type Preference = { is_first_visit: boolean } & Record<GoldField, string>;

const FIELDS: readonly GoldField[] = ["last_visit_period", "usage_scene", "food_amount"];

/** Returns the required fields that are blank. */
export function missingOf(preference: Preference): GoldField[] {
  return FIELDS.filter(
    (field) => preference[field] === "" && !(field === "last_visit_period" && preference.is_first_visit),
  );
}

/** State of a gold member's part of the form, with its missing fields after an attempt. */
export function useGold(form: GoldForm | null, refused: Readonly<Record<string, string>>, draft: string) {
  const { t } = useTranslation();
  const saved = form?.gold_reservation_preference;
  const [preference, setPreference] = useStoredInput<Preference>(draft, {
    is_first_visit: saved?.is_first_visit === true,
    last_visit_period: saved?.last_visit_period ?? "",
    usage_scene: saved?.usage_scene ?? "",
    food_amount: saved?.food_amount ?? "",
  });
  const [attempts, setAttempts] = useState(0);
  const missing = form ? missingOf(preference) : [];

  const errors: Partial<Record<GoldField, string>> = {};
  for (const field of FIELDS) {
    const text = refused[`gold_reservation_preference.${field}`];
    if (text !== undefined) errors[field] = text;
    if (attempts > 0 && missing.includes(field)) errors[field] = t("preferences.missing");
  }

  /** Reports whether the part can be sent; counts a failed attempt otherwise. */
  const check = (): boolean => {
    if (missing.length > 0) setAttempts((count) => count + 1);
    return missing.length === 0;
  };

  const set = (part: Partial<Preference>) => setPreference((former) => ({ ...former, ...part }));
  const body = { gold_reservation_preference: preference };
  return { preference, errors, attempts, set, check, body, isIncomplete: attempts > 0 && missing.length > 0 };
}

export type GoldState = ReturnType<typeof useGold>;
