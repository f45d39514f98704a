import { useTranslate } from "ra-core";
import type { KeysOf, TranslateOf } from "@/console/i18n/keys";
import type { Texts } from "./ja";

/** The texts of the admins' pages in the chosen language. */
export function useT(): TranslateOf<KeysOf<Texts>> {
  return useTranslate();
}
