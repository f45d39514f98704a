import { useCallback, useEffect, useRef } from "react";
import type { RefObject } from "react";
import { useLocation, useNavigate } from "react-router";
import { browser } from "./browser";
import { localePrefixOf, withoutLocalePrefix } from "./locale-prefix";

/** Follows an address from the server: inside the application if it draws the address, otherwise as a document. */
export function useFollowing(isDrawnHere: (path: string) => boolean): (target: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (target: string) => {
      const url = new URL(target, window.location.href);
      const path = withoutLocalePrefix(url.pathname);
      const targetPrefix = localePrefixOf(url.pathname);
      const isInside =
        url.origin === window.location.origin &&
        (targetPrefix === "" || targetPrefix === localePrefixOf(window.location.pathname)) &&
        isDrawnHere(path);
      if (isInside) void navigate(path + url.search + url.hash);
      else browser.assign(url.href);
    },
    [navigate, isDrawnHere],
  );
}

/** Moves the focus to the element when another page is shown. */
export function useFocusOnPage(): RefObject<HTMLElement | null> {
  const { pathname } = useLocation();
  const element = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    element.current?.focus({ preventScroll: true });
  }, [pathname]);
  return element;
}
