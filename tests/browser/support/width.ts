import type { Page } from "@playwright/test";
import { expect } from "./test";

/** Nothing makes a page wider than so many pixels, once it has followed its window. */
export async function isAtMostWide(page: Page, pixels: number, message = "nothing hangs over the edge"): Promise<void> {
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width, message).toBeLessThanOrEqual(pixels);
}

/** A page as it stands, with the longest texts already, at each width. */
export async function isAtMostWideAsWindow(page: Page, message: string): Promise<void> {
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await isAtMostWide(page, width, `${message} at ${width}`);
  }
}
