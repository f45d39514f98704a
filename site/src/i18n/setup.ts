import { createInstance } from "i18next";
import { initReactI18next } from "react-i18next";
import type { Locale } from "@/api";
import type { FirstTexts } from "./ja";
import type { LaterTexts } from "./ja/later";

const first: Record<Locale, () => Promise<{ texts: FirstTexts }>> = {
  ja: () => import("./ja"),
  en: () => import("./en"),
};

const later: Record<Locale, () => Promise<{ texts: LaterTexts }>> = {
  ja: () => import("./ja/later"),
  en: () => import("./en/later"),
};

type Translation = ReturnType<typeof createInstance>;

/** Set when a language starts loading, because a page may request its later texts meanwhile. */
let speaking: { locale: Locale; translating: Promise<Translation> } | null = null;

async function translationInto(locale: Locale): Promise<Translation> {
  const { texts } = await first[locale]();
  const translation = createInstance();
  await translation.use(initReactI18next).init({
    lng: locale,
    resources: { [locale]: { translation: texts } },
    fallbackLng: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  return translation;
}

/** Loads the texts of the frame and of the public pages, which a visitor waits for. */
export async function startTranslation(locale: Locale): Promise<void> {
  const translating = translationInto(locale);
  speaking = { locale, translating };
  await translating;
}

/** Loads the texts that no public page needs, together with the page that needs them. */
export async function addLaterTexts(): Promise<void> {
  if (speaking === null) throw new Error("no language has been started");
  const { locale, translating } = speaking;
  const [translation, { texts }] = await Promise.all([translating, later[locale]()]);
  translation.addResourceBundle(locale, "translation", texts, true);
}
