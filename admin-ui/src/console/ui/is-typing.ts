/** Reports whether the target is a text field or in a dialog. Keys pressed there are input and no shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isField = target.isContentEditable || target.matches("input, textarea, select");
  return isField || target.closest("[role=dialog], [role=alertdialog]") !== null;
}
