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

/** Known from when a language is begun, before its texts are there: a page may ask for its later texts meanwhile. */
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

/** The texts of the frame and of the public pages, which a visitor waits for. */
export async function startTranslation(locale: Locale): Promise<void> {
  const translating = translationInto(locale);
  speaking = { locale, translating };
  await translating;
}

/** The texts that no public page needs; they come with the page that does. */
export async function addLaterTexts(): Promise<void> {
  if (speaking === null) throw new Error("no language yet");
  const { locale, translating } = speaking;
  const [translation, { texts }] = await Promise.all([translating, later[locale]()]);
  translation.addResourceBundle(locale, "translation", texts, true);
}
