import type { I18nProvider, TranslationMessages } from "ra-core";
import polyglotI18nProvider from "ra-i18n-polyglot";
import type { Locale } from "@/console/api";
import { grouped } from "./page-language";

interface Bundle {
  texts: object;
  messages: TranslationMessages;
}

/** Texts of one language: a front end's own, and react-admin's. */
export function i18nProviderOf(locale: Locale, { texts, messages }: Bundle): I18nProvider {
  const provider = polyglotI18nProvider(() => ({ ...messages, ...texts }), locale, [], { allowMissing: false });
  const translate: I18nProvider["translate"] = (key, options) => provider.translate(key, counted(options));
  return { ...provider, translate };
}

/** Placeholders for numbers of things, which are grouped by thousands. Numbers of records are not. */
const AMOUNTS = new Set([
  "count",
  "total",
  "all",
  "most",
  "min",
  "max",
  "amount",
  "free",
  "stocks",
  "remaining",
  "left",
  "guests",
  "parties",
  "reservations",
  "invitations",
  "sent",
  "created",
  "skipped",
]);

/** Sets the plural form by the number `count` ("guest |||| guests"), and groups large numbers by thousands. */
function counted(options?: Readonly<Record<string, unknown>>) {
  if (options === undefined) return undefined;
  const shown = Object.entries(options).map(([name, value]) => [name, isAmount(name, value) ? grouped(value) : value]);
  const chosen = typeof options.count === "number" ? { smart_count: options.count } : {};
  return { ...chosen, ...Object.fromEntries(shown) };
}

function isAmount(name: string, value: unknown): value is number {
  return typeof value === "number" && AMOUNTS.has(name);
}

/** Returns the loader of a front end's texts. Each language is a separate script. */
export function loaderOf(bundles: Record<Locale, () => Promise<Bundle>>): (locale: Locale) => Promise<I18nProvider> {
  return async (locale) => i18nProviderOf(locale, await bundles[locale]());
}
