import { useEffect } from "react";
import { useLoaderData } from "react-router";
import { useTranslation } from "react-i18next";
import { useFollowing } from "@seki/shared/navigation";
import type { Locale, Page, PageData, PageName } from "@/api";
import { isPagePath } from "./paths";

/** The envelope's `data` of the page this route shows. The name only chooses the type. */
export function usePageData<Name extends PageName>(_name: Name): PageData[Name] {
  return useLoaderData<Page<Name>>().data;
}

export function useLocale(): Locale {
  const { i18n } = useTranslation();
  return i18n.language === "en" ? "en" : "ja";
}

/** Goes where the server said: inside the application where it can, by document otherwise. */
export function useFollow(): (target: string) => void {
  return useFollowing(isPagePath);
}

/** As the server writes it: the page's own name, and the site's. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} | Seki`;
  }, [title]);
}
