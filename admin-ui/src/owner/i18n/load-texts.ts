import { loadersOf } from "@/console/i18n/provider";

export const { loadTexts, loadLaterTexts } = loadersOf(
  { ja: () => import("./ja"), en: () => import("./en") },
  { ja: () => import("./ja/later"), en: () => import("./en/later") },
);
