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

/** The parts of the document title. A component's effect may run before its page's: whichever comes last shows both. */
const titleParts = { own: "", state: "" };

function showTitle(part: Partial<typeof titleParts>): void {
  Object.assign(titleParts, part);
  const { own, state } = titleParts;
  document.title = state === "" ? own : `${state} – ${own}`;
}

/** Sets the document title as the server does: the page's own name, and the site's. */
export function useTitle(title: string): void {
  useEffect(() => showTitle({ own: `${title} | Seki` }), [title]);
}

/** Puts a state in front of the document title while it is not null, for diners who are in another tab meanwhile. */
export function useTitleState(state: string | null): void {
  useEffect(() => {
    if (state === null) return;
    showTitle({ state });
    return () => showTitle({ state: "" });
  }, [state]);
}
