/** Returns the application's element that replaces an element of the drawing. */
function counterpartOf(held: Element, root: HTMLElement): HTMLElement | undefined {
  const isCounterpart = (each: Element) =>
    each.getAttribute("href") === held.getAttribute("href") && each.textContent === held.textContent;
  return [...root.querySelectorAll<HTMLElement>(held.localName)].find(isCounterpart);
}

/** Keeps the keyboard focus when the application replaces the drawing. */
export function keepFocus(root: HTMLElement): void {
  let held = root.contains(document.activeElement) ? document.activeElement : null;
  const hold = ({ target }: FocusEvent) => {
    held = target as Element;
  };
  root.addEventListener("focusin", hold);
  new MutationObserver((_, observer) => {
    if ("drawn" in root.dataset || held?.isConnected) return;
    const replacement = held && counterpartOf(held, root);
    // The page may arrive in parts; a focus that the visitor has set meanwhile takes precedence.
    if (held && !replacement && document.activeElement === document.body) return;
    observer.disconnect();
    root.removeEventListener("focusin", hold);
    if (document.activeElement === document.body) replacement?.focus({ preventScroll: true });
  }).observe(root, { childList: true, subtree: true });
}
