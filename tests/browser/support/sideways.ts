import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { settled } from "./album";

const softly = expect.configure({ soft: true });

export const WIDTHS = [390, 1024, 1440];

/** Whether a page scrolls sideways, and what sticks out of it. */
export async function sidewaysBy(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.scrollingElement ?? document.documentElement;
    if (root.scrollWidth <= window.innerWidth) return [];
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) => element.getBoundingClientRect().right > window.innerWidth + 1 && element.childElementCount === 0,
    );
    const named = wide.slice(0, 5).map((element) => `${element.outerHTML.slice(0, 120)}…`);
    return [`${root.scrollWidth} of ${window.innerWidth}`, ...named];
  });
}

/** The open page does not scroll sideways at these widths. A form that is open in it stays open with `keep`. */
export async function fits(page: Page, name: string, { widths = WIDTHS, keep = false } = {}): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await settled(page);
    const asOpened = async () => {
      const found = await sidewaysBy(page);
      // The page as it opens at this width counts, not its state after the change from a wider one.
      if (found.length > 0 && !keep) await page.reload();
      return found;
    };
    await softly.poll(asOpened, { message: `${name} at ${width}` }).toEqual([]);
  }
}
