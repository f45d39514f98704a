/** A `ref` that focuses its element when it is mounted, so the user can type immediately. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
