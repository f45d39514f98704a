import { useCallback, useEffect } from "react";
import { useLoaderData, useNavigate } from "react-router";
import { useTranslation } from "react-i18next";
import type { Locale, Page, PageData, PageName } from "@/api";
import { browser } from "./leave";
import { localePrefixOf, withoutLocalePrefix } from "./locale-prefix";
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
  const navigate = useNavigate();
  return useCallback(
    (target: string) => {
      const url = new URL(target, window.location.href);
      const prefix = localePrefixOf(window.location.pathname);
      const targetPrefix = localePrefixOf(url.pathname);
      const inside =
        url.origin === window.location.origin &&
        (targetPrefix === "" || targetPrefix === prefix) &&
        isPagePath(withoutLocalePrefix(url.pathname));
      if (inside) void navigate(withoutLocalePrefix(url.pathname) + url.search + url.hash);
      else browser.assign(url.href);
    },
    [navigate],
  );
}

export function useTitle(title: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} | ${t("common.site_name")}`;
  }, [title, t]);
}
