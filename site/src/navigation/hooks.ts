import { useEffect } from "react";
import { useLoaderData } from "react-router";
import { useTranslation } from "react-i18next";
import { useFollowing } from "@seki/shared/navigation";
import type { Locale, Page, PageData, PageName } from "@/api";
import { isPagePath } from "./paths";

/** Returns the envelope's `data` of the route's page. The name only determines the type. */
export function usePageData<Name extends PageName>(_name: Name): PageData[Name] {
  return useLoaderData<Page<Name>>().data;
}

export function useLocale(): Locale {
  const { i18n } = useTranslation();
  return i18n.language === "en" ? "en" : "ja";
}

/** Follows an address from the server: inside the application if possible, otherwise as a document. */
export function useFollow(): (target: string) => void {
  return useFollowing(isPagePath);
}

/** Sets the document title as the server does: the page's own name, and the site's. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} | Seki`;
  }, [title]);
}
