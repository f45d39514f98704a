/** Copies a text to the clipboard. Resolves to whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  // Browsers offer the Clipboard API only over HTTPS and on localhost.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) return copySelected(text);
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies by the command for the selected text. Must be called within the event of a press. */
function copySelected(text: string): boolean {
  const source = document.createElement("span");
  source.textContent = text;
  source.style.cssText = "position: fixed; top: 0; opacity: 0; white-space: pre; user-select: text";
  // Nothing outside an open modal dialog can be selected.
  const dialog = [...document.querySelectorAll("dialog[open], [role=dialog]")].at(-1);
  (dialog ?? document.body).append(source);
  const selection = document.getSelection();
  const before = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  // Without the styles of the page.
  const writePlain = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", writePlain, { capture: true });
  try {
    selection?.selectAllChildren(source);
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    document.removeEventListener("copy", writePlain, { capture: true });
    source.remove();
    selection?.removeAllRanges();
    if (before !== null) selection?.addRange(before);
  }
}
