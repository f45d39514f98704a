import type { I18nProvider, TranslationMessages } from "ra-core";
import polyglotI18nProvider from "ra-i18n-polyglot";
import type { Locale } from "@/console/api";
import { grouped } from "./page-language";

interface Bundle {
  texts: object;
  messages: TranslationMessages;
}

/** Texts of one language, to which a page can add its own. */
interface PageTexts extends I18nProvider {
  add: (texts: object) => Promise<void>;
}

/** Texts of one language: a front end's own, and react-admin's. */
export function i18nProviderOf(locale: Locale, { texts, messages }: Bundle): PageTexts {
  let all = merged(messages, texts);
  const provider = polyglotI18nProvider(() => all as TranslationMessages, locale, [], { allowMissing: false });
  const translate: I18nProvider["translate"] = (key, options) => provider.translate(key, counted(options));
  const add = async (more: object) => {
    all = merged(all, more);
    // The provider reads its texts only when the language changes.
    await provider.changeLocale(locale);
  };
  return { ...provider, translate, add };
}

/** Merges trees of texts: a group may have texts of both. */
function merged(one: object, other: object): object {
  const groups: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other) as [string, unknown][]) {
    const known = groups[key];
    groups[key] = isGroup(known) && isGroup(value) ? merged(known, value) : value;
  }
  return groups;
}

function isGroup(value: unknown): value is object {
  return typeof value === "object" && value !== null;
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

interface Loaders {
  /** Loads the first texts of a language. */
  loadTexts: (locale: Locale) => Promise<I18nProvider>;
  /** Loads the texts of later pages in this language, once. */
  loadLaterTexts: () => Promise<void>;
}

/** Returns the loaders of a front end's texts. Each part of each language is a separate script. */
export function loadersOf(
  first: Record<Locale, () => Promise<Bundle>>,
  later: Record<Locale, () => Promise<{ later: object }>>,
): Loaders {
  let loadLaterTexts: (() => Promise<void>) | null = null;
  const loadTexts = async (locale: Locale) => {
    const provider = i18nProviderOf(locale, await first[locale]());
    let adding: Promise<void> | null = null;
    loadLaterTexts = async () => {
      adding ??= later[locale]().then((part) => provider.add(part.later));
      try {
        await adding;
      } catch (error) {
        adding = null;
        throw error;
      }
    };
    return provider;
  };
  return {
    loadTexts,
    loadLaterTexts: async () => {
      if (loadLaterTexts === null) throw new Error("no language");
      await loadLaterTexts();
    },
  };
}
