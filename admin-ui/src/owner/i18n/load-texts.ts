import { loaderOf } from "@/console/i18n/provider";

export const loadTexts = loaderOf({
  ja: () => import("./ja"),
  en: () => import("./en"),
});
