import type { I18nProvider } from "ra-core";
import type { Locale } from "@/console/api";
import { loadLaterTexts, loadTexts } from "@/owner/i18n/load-texts";

/** Loads all texts of a language, including the later ones. */
export async function allTexts(locale: Locale): Promise<I18nProvider> {
  const provider = await loadTexts(locale);
  await loadLaterTexts();
  return provider;
}
