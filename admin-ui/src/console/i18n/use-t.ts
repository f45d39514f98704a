import { useTranslate } from "ra-core";
import type { ConsoleTexts } from "./ja";
import type { KeysOf, TranslateOf } from "./keys";

/** The texts that each front end adds for its surrounding frame. */
export interface FrontEndTexts {
  front_end: { site_name: string; brand: string };
}

/** Returns the texts of the parts that both front ends use. */
export function useT(): TranslateOf<KeysOf<ConsoleTexts & FrontEndTexts>> {
  return useTranslate();
}
