import { useTranslate } from "ra-core";
import type { KeysOf, TranslateOf } from "@/console/i18n/keys";
import type { Texts } from "./ja";

/** Every text of the admins' pages, by its dotted key. */
export type TextKey = KeysOf<Texts>;
export type Translate = TranslateOf<TextKey>;

/** The texts of the chosen language. */
export function useT(): Translate {
  return useTranslate();
}
