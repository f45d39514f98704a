import type { Page } from "@playwright/test";
import { signInAsAdmin } from "../../support/admin";
import { withAnswers } from "../../support/answers";
import { fullList } from "../../support/full-lists";
import { expect, test } from "../../support/test";

const LISTS = [
  "/admin/disputes?state=all",
  "/admin/payment_adjustments?all=1",
  "/admin/cancel_requests?all=1",
  "/admin/no_show_fees?all=1",
  "/admin/gold_plan_change_requests?all=1",
  "/admin/announcements",
];

/** Lists are tables instead of cards from 900 pixels, and the widest ones from 1200. */
const WIDTHS = [900, 1024, 1200, 1440];

/** How far each table of the page continues beyond its frame, in pixels. */
function cutOff(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const frames = [...document.querySelectorAll("table")].map((table) => table.parentElement!);
    return frames.map((frame) => frame.scrollWidth - frame.clientWidth).filter((pixels) => pixels > 0);
  });
}

for (const lang of ["ja", "en"]) {
  test(`the lists of the admins show all their columns (${lang})`, async ({ page }) => {
    await signInAsAdmin(page);
    await withAnswers(page.context(), fullList);
    for (const path of LISTS) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`/${lang}${path}`);
      await expect(page.getByRole("main").getByRole("row").nth(1)).toBeVisible();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => cutOff(page), `${path} at ${width}`).toEqual([]);
      }
    }
  });
}
