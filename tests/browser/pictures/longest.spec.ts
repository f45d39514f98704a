import type { Page } from "@playwright/test";
import { album } from "../support/album";
import { withLongestTexts } from "../support/longest";
import { dinerPages, GUEST_PAGES, staffPages } from "../support/pages";
import type { Stop } from "../support/pages";
import { openDay, Staff, tomorrowOf } from "../support/staff";
import { expect, test } from "../support/test";

const WIDTHS = [390, 1024, 1440];
const SLUG = "sushi-kagura";

type Take = (name: string) => Promise<void>;

async function takeAll(page: Page, take: Take, stops: Stop[], lang: string): Promise<void> {
  for (const { name, path } of stops) {
    await page.goto(`/${lang}${path}`);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await take(`${lang}-${name}-${width}`);
    }
  }
}

/** Needs checking: every page with the longest texts that it may show, below `artefacts/longest-texts`. */
test("every page with the longest texts", async ({ page, fresh, freeDay, baseURL }, info) => {
  test.setTimeout(30 * 60_000);
  const take = album(page, info);
  await withLongestTexts(page.context());
  const staff = await Staff.signedIn(baseURL ?? "");
  const date = await tomorrowOf(staff, SLUG);
  const stops = await staffPages(staff, SLUG);
  await staff.enter(page.context());
  await staff.close();
  const grid = await openDay(page, date, SLUG);
  await grid
    .getByRole("button", { name: /Web予約/ })
    .first()
    .click();
  await expect(page.getByRole("complementary").getByText("予約番号")).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await take(`ja-owner-day-pane-${width}`);
  }
  for (const lang of ["ja", "en"]) {
    await takeAll(page, take, stops, lang);
    await takeAll(page, take, GUEST_PAGES, lang);
  }
  const diner = await fresh();
  const own = await dinerPages(diner, freeDay);
  await diner.enter(page.context());
  for (const lang of ["ja", "en"]) await takeAll(page, take, own, lang);
});
