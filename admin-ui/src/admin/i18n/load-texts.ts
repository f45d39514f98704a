import type { I18nProvider } from "ra-core";
import type { Locale } from "@/admin/api";
import { loaderOf } from "@/console/i18n/provider";

const load = loaderOf({
  ja: () => import("./ja"),
  en: () => import("./en"),
});

const LISTS = {
  ja: () => import("./ja/lists"),
  en: () => import("./en/lists"),
};

let addListTexts: () => Promise<void> = () => Promise.reject(new Error("no language"));

/** Loads the first texts of a language. */
export async function loadTexts(locale: Locale): Promise<I18nProvider> {
  const provider = await load(locale);
  let adding: Promise<void> | null = null;
  addListTexts = async () => {
    adding ??= LISTS[locale]().then(({ lists }) => provider.add(lists));
    try {
      await adding;
    } catch (error) {
      adding = null;
      throw error;
    }
  };
  return provider;
}

/** Loads the texts of the lists, with the first page of a list. */
export function loadListTexts(): Promise<void> {
  return addListTexts();
}
