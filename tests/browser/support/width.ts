import type { Page } from "@playwright/test";
import { expect } from "./test";

/** No page is wider than `pixels`, once it has adapted to its window. */
export async function isAtMostWide(page: Page, pixels: number, message = "nothing hangs over the edge"): Promise<void> {
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width, message).toBeLessThanOrEqual(pixels);
}

/** A page in its current state, with the longest texts, at each width. */
export async function isAtMostWideAsWindow(page: Page, message: string): Promise<void> {
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await isAtMostWide(page, width, `${message} at ${width}`);
  }
}
