import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";

/** More than any list has choices. */
const MAX_PRESSES = 120;
/** A page that is about to open may still be loading: milliseconds for which all controls are visited again. */
const MAX_STEPS = 20_000;

/** Name of the focused control; empty if the whole page has the focus, past the last control. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return "";
    const given = element.getAttribute("aria-label");
    const ids = element.getAttribute("aria-labelledby")?.split(/\s+/);
    const from = ids?.map((id) => document.getElementById(id)?.innerText ?? "").join(" ");
    const isField =
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement;
    const label = isField ? element.labels?.[0]?.innerText : null;
    return given ?? from ?? label ?? element.innerText;
  });
}

/** Presses Tab, or Shift and Tab, until the focus is on what has this name and role. */
export async function tabTo(page: Page, name: RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const until = Date.now() + MAX_STEPS;
  while (Date.now() < until) {
    await page.keyboard.press(key);
    if (name.test(await focusedName(page))) return;
  }
  throw new Error(`nothing with ${name} gets the focus`);
}

/** The focus is on what has this name, and is seen there: by a ring, or by the frame of a field. */
export async function focusIsOn(page: Page, name: RegExp): Promise<void> {
  await expect.poll(() => focusedName(page)).toMatch(name);
  const isSeen = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return false;
      const rings = [element, element.closest(".MuiButtonBase-root")].filter((each) => each !== null);
      const hasRing = rings.some((each) => {
        const { outlineStyle, outlineWidth, opacity } = getComputedStyle(each);
        return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2 && opacity !== "0";
      });
      const frame = element.closest(".MuiInputBase-root")?.querySelector("fieldset");
      return hasRing || (frame ? Number.parseFloat(getComputedStyle(frame).borderTopWidth) >= 2 : false);
    });
  await expect.poll(isSeen, `the focus on ${name} is seen`).toBe(true);
}

/** Goes to a link or a button and presses it. */
export async function follow(page: Page, name: RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await tabTo(page, name, key);
  await focusIsOn(page, name);
  await page.keyboard.press("Enter");
}

/** Focuses a field and replaces its text. */
export async function write(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** Goes to a list of choices and takes the one with this text, or the first after the empty one. */
export async function pick(page: Page, name: RegExp, option: RegExp = /\S/): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
  const chosen = page.locator("[role=option]:focus");
  await expect(chosen).toBeVisible();
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    if (option.test((await chosen.textContent()) ?? "")) break;
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listbox")).toBeHidden();
}

/** Goes to a box and ticks it. */
export async function tick(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Space");
  await expect(page.locator(":focus")).toBeChecked();
}

/** Goes to a date's first part and types it; a part that is full leads to the next. The browser itself speaks English. */
export async function writeDate(page: Page, name: RegExp, date: string): Promise<void> {
  await tabTo(page, name);
  const [year, month, day] = date.split("-");
  await page.keyboard.type(`${month}${day}${year}`);
  await expect(page.getByLabel(name)).toHaveValue(date);
}
