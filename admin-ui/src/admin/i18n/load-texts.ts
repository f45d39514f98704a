import type { I18nProvider } from "ra-core";
import type { Locale } from "@/admin/api";
import { loaderOf } from "@/console/i18n/provider";

const load = loaderOf({
  ja: () => import("./ja"),
  en: () => import("./en"),
});

const LATER = {
  ja: () => import("./ja/later"),
  en: () => import("./en/later"),
};

let addLaterTexts: () => Promise<void> = () => Promise.reject(new Error("no language"));

/** Loads the first texts of a language. */
export async function loadTexts(locale: Locale): Promise<I18nProvider> {
  const provider = await load(locale);
  let adding: Promise<void> | null = null;
  addLaterTexts = async () => {
    adding ??= LATER[locale]().then(({ later }) => provider.add(later));
    try {
      await adding;
    } catch (error) {
      adding = null;
      throw error;
    }
  };
  return provider;
}

/** Loads the texts of the lists and of the audit log, after the first load. */
export function loadLaterTexts(): Promise<void> {
  return addLaterTexts();
}
