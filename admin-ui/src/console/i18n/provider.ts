import type { I18nProvider, TranslationMessages } from "ra-core";
import polyglotI18nProvider from "ra-i18n-polyglot";
import type { Locale } from "@/console/api";

interface Bundle {
  texts: object;
  messages: TranslationMessages;
}

/** The texts of one language: a wing's own, and react-admin's. */
export function i18nProviderOf(locale: Locale, { texts, messages }: Bundle): I18nProvider {
  const provider = polyglotI18nProvider(() => ({ ...messages, ...texts }), locale, [], { allowMissing: false });
  const translate: I18nProvider["translate"] = (key, options) => provider.translate(key, counted(options));
  return { ...provider, translate };
}

/** A number called `count` chooses between the forms of a text ("guest |||| guests"). */
function counted(options?: { count?: unknown }) {
  return typeof options?.count === "number" ? { smart_count: options.count, ...options } : options;
}
