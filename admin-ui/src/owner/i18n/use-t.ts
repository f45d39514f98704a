import { useTranslate } from "ra-core";
import type { KeysOf, TranslateOf } from "@/console/i18n/keys";
import type { Texts } from "./ja";

/** Dotted keys of all texts of the owner console. */
export type TextKey = KeysOf<Texts>;
export type Translate = TranslateOf<TextKey>;

/** Returns the function that translates a key to the chosen language. */
export function useT(): Translate {
  return useTranslate();
}
