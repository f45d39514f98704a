import type { I18nProvider } from "ra-core";
import polyglotI18nProvider from "ra-i18n-polyglot";
import type { Locale } from "@/api";

const bundles = {
  ja: () => import("@/i18n/ja"),
  en: () => import("@/i18n/en"),
};

export async function loadI18nProvider(locale: Locale): Promise<I18nProvider> {
  const { texts, messages } = await bundles[locale]();
  return polyglotI18nProvider(() => ({ ...messages, ...texts }), locale, [], { allowMissing: false });
}
