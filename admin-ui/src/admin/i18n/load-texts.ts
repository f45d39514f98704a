import type { I18nProvider } from "ra-core";
import type { Locale } from "@/console/api";
import { i18nProviderOf } from "@/console/i18n/provider";

const bundles = {
  ja: () => import("./ja"),
  en: () => import("./en"),
};

export async function loadTexts(locale: Locale): Promise<I18nProvider> {
  return i18nProviderOf(locale, await bundles[locale]());
}
