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

/** Values that are numbers of things, and no numbers of records. */
const AMOUNTS = ["count", "total", "most", "min", "max", "free", "stocks", "remaining", "guests", "parties", "amount"];

/**
 * A number called `count` chooses between the forms of a text ("guest |||| guests"). Large numbers are grouped by thousands, which
 * both languages do alike.
 */
function counted(options?: Readonly<Record<string, unknown>>) {
  if (options === undefined) return undefined;
  const shown = Object.entries(options).map(([name, value]) => [name, AMOUNTS.includes(name) ? grouped(value) : value]);
  const chosen = typeof options.count === "number" ? { smart_count: options.count } : {};
  return { ...chosen, ...Object.fromEntries(shown) };
}

function grouped(value: unknown): unknown {
  return typeof value === "number" ? value.toLocaleString("ja-JP") : value;
}

/** What loads the texts of a wing, each language as a script of its own. */
export function loaderOf(bundles: Record<Locale, () => Promise<Bundle>>): (locale: Locale) => Promise<I18nProvider> {
  return async (locale) => i18nProviderOf(locale, await bundles[locale]());
}
