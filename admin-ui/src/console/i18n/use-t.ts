import { useTranslate } from "ra-core";
import type { ConsoleTexts } from "./ja";
import type { KeysOf, TranslateOf } from "./keys";

/** The texts that each wing brings for the frame around it. */
export interface FrontEndTexts {
  front_end: { site_name: string; brand: string };
}

/** The texts of the parts that both wings use. */
export function useT(): TranslateOf<KeysOf<ConsoleTexts & FrontEndTexts>> {
  return useTranslate();
}
