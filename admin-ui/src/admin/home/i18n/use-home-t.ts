import type { TranslationMessages } from "ra-core";
import { useShell } from "@/admin/api";
import type { KeysOf, TranslateOf } from "@/console/i18n/keys";
import { i18nProviderOf } from "@/console/i18n/provider";
import { en } from "./en";
import { ja } from "./ja";
import type { HomeTexts } from "./ja";

export type HomeTranslate = TranslateOf<KeysOf<HomeTexts>>;

const translateOf = (locale: "ja" | "en", texts: HomeTexts): HomeTranslate =>
  i18nProviderOf(locale, { texts, messages: {} as TranslationMessages }).translate;

/** The texts are no part of the first load, which every page of an admin shares. */
const TRANSLATE = { ja: translateOf("ja", ja), en: translateOf("en", en) };

/** Returns the home page's texts of the chosen language. */
export function useHomeT(): HomeTranslate {
  return TRANSLATE[useShell().locale];
}
