import { createInstance } from "i18next";
import { initReactI18next } from "react-i18next";
import type { Locale } from "@/api";
import type { Texts } from "./ja";

const bundles: Record<Locale, () => Promise<{ texts: Texts }>> = {
  ja: () => import("./ja"),
  en: () => import("./en"),
};

export async function startTranslation(locale: Locale): Promise<void> {
  const { texts } = await bundles[locale]();
  await createInstance()
    .use(initReactI18next)
    .init({
      lng: locale,
      resources: { [locale]: { translation: texts } },
      fallbackLng: false,
      interpolation: { escapeValue: false },
      returnNull: false,
    });
}
