import { useTranslate } from "ra-core";
import type { KeysOf, TranslateOf } from "@/console/i18n/keys";
import type { Texts } from "./ja";

/** Dotted key of any text of the admins' pages. */
export type TextKey = KeysOf<Texts>;
export type Translate = TranslateOf<TextKey>;

/** Returns the texts of the chosen language. */
export function useT(): Translate {
  return useTranslate();
}
