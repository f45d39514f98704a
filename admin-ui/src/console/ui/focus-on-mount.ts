/** A `ref` that takes the keyboard to its element as soon as it is there: one goes on where one types. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
