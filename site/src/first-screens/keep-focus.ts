/** The element of the application that stands where one of the drawing stood. */
function counterpartOf(held: Element, root: HTMLElement): HTMLElement | undefined {
  const isCounterpart = (each: Element) =>
    each.getAttribute("href") === held.getAttribute("href") && each.textContent === held.textContent;
  return [...root.querySelectorAll<HTMLElement>(held.localName)].find(isCounterpart);
}

/** Whoever goes through the drawing by keyboard keeps the place when the application replaces it. */
export function keepFocus(root: HTMLElement): void {
  let held = root.contains(document.activeElement) ? document.activeElement : null;
  const hold = ({ target }: FocusEvent) => {
    held = target as Element;
  };
  root.addEventListener("focusin", hold);
  new MutationObserver((_, observer) => {
    if ("drawn" in root.dataset || held?.isConnected) return;
    const twin = held && counterpartOf(held, root);
    // The page may come a part at a time; a place chosen meanwhile counts more.
    if (held && !twin && document.activeElement === document.body) return;
    observer.disconnect();
    root.removeEventListener("focusin", hold);
    if (document.activeElement === document.body) twin?.focus({ preventScroll: true });
  }).observe(root, { childList: true, subtree: true });
}
