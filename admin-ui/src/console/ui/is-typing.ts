/** Reports whether the target is a text field. Keys pressed there are input and no shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.matches("input, textarea, select") || target.closest("[role=dialog]") !== null
  );
}
