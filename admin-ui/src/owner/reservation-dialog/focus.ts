/** A `ref` that takes the keyboard to its element as soon as it is there: a step of the dialog begins where one types. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
