import "i18next";
import type { FirstTexts } from "./ja";
import type { LaterTexts } from "./ja/later";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: FirstTexts & LaterTexts };
  }
}
