import type { I18nProvider, TranslationMessages } from "ra-core";
import polyglotI18nProvider from "ra-i18n-polyglot";
import type { Locale } from "@/console/api";

interface Bundle {
  texts: object;
  messages: TranslationMessages;
}

/** The texts of one language: a wing's own, and react-admin's. */
export function i18nProviderOf(locale: Locale, { texts, messages }: Bundle): I18nProvider {
  return polyglotI18nProvider(() => ({ ...messages, ...texts }), locale, [], { allowMissing: false });
}
