import { afterEach, expect, it, vi } from "vitest";
import { copyText } from "./copy-text";

const TEXT = "abcd-1234\nefgh-5678";

function withClipboard(clipboard: Pick<Clipboard, "writeText"> | undefined): void {
  Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
}

/** Stubs the browser's command. Returns the selected and the copied texts of each call. */
function withCommand(isAllowed: boolean) {
  const calls: { selected: string; parent: string; copied: string }[] = [];
  document.execCommand = () => {
    const copied = { text: "" };
    const event = new Event("copy", { bubbles: true, cancelable: true });
    const setData = (_: string, text: string) => Object.assign(copied, { text });
    const source = document.getSelection()?.anchorNode ?? document.body;
    source.dispatchEvent(Object.assign(event, { clipboardData: { setData } }));
    const parent = source.parentElement?.localName ?? "";
    calls.push({ selected: document.getSelection()?.toString() ?? "", parent, copied: copied.text });
    return isAllowed;
  };
  return calls;
}

afterEach(() => {
  document.body.replaceChildren();
  Reflect.deleteProperty(navigator, "clipboard");
  Reflect.deleteProperty(document, "execCommand");
});

it.each([true, false])("reports whether the browser allowed the copy: %s", async (isAllowed) => {
  const writeText = vi.fn<(text: string) => Promise<void>>();
  if (!isAllowed) writeText.mockRejectedValue(new Error("denied"));
  withClipboard({ writeText });
  expect(await copyText(TEXT)).toBe(isAllowed);
  expect(writeText).toHaveBeenCalledExactlyOnceWith(TEXT);
});

it.each([true, false])("copies the selected text over plain HTTP (allowed: %s)", async (isAllowed) => {
  withClipboard(undefined);
  const calls = withCommand(isAllowed);
  expect(await copyText(TEXT)).toBe(isAllowed);
  expect(calls).toEqual([{ selected: TEXT, parent: "body", copied: TEXT }]);
  expect(document.body.childElementCount, "nothing is left on the page").toBe(0);
});

it("selects within the open dialog, because the page behind it is inert", async () => {
  withClipboard(undefined);
  document.body.innerHTML = "<div role=dialog><p>codes</p></div>";
  const calls = withCommand(true);
  await copyText(TEXT);
  expect(calls).toMatchObject([{ parent: "div", copied: TEXT }]);
});

it("fails without any way to copy, and keeps the selection", async () => {
  withClipboard(undefined);
  document.body.innerHTML = "<p>chosen</p>";
  document.getSelection()?.selectAllChildren(document.querySelector("p")!);
  expect(await copyText(TEXT)).toBe(false);
  expect(document.getSelection()?.toString()).toBe("chosen");
});
