import type { Page } from "@playwright/test";
import { signInAsAdmin } from "../../support/admin";
import { withAnswers } from "../../support/answers";
import { fullList } from "../../support/full-lists";
import { Staff } from "../../support/staff";
import { expect, test } from "../../support/test";

const LISTS = [
  "/admin/disputes?state=all",
  "/admin/payment_adjustments",
  "/admin/charges",
  "/admin/refunds",
  "/admin/payouts",
  "/admin/cancel_requests?filter=%7B%7D",
  "/admin/no_show_fees?filter=%7B%7D",
  "/admin/gold_plan_change_requests?filter=%7B%7D",
  "/admin/announcements",
  "/admin/reservations",
  "/admin/raffle_rounds",
];

/** Lists are tables instead of cards from 992 pixels, tables with few columns from 900. */
const WIDTHS = [900, 992, 1200, 1440];

/** A text in the rows of each list. */
const SOME_ROW = /Hanaikada|Montgomery|8F3K/;

/** How far each table of the page continues beyond its frame, in pixels. */
function cutOff(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const frames = [...document.querySelectorAll("table")].map((table) => table.parentElement!);
    return frames.map((frame) => frame.scrollWidth - frame.clientWidth).filter((pixels) => pixels > 0);
  });
}

/** Expects all columns of a list to be visible at each width, when it is loaded there. */
async function expectFitting(page: Page, path: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    await expect(page.getByRole("main").getByText(SOME_ROW).first()).toBeVisible();
    expect(await cutOff(page), `${path} at ${width}`).toEqual([]);
  }
}

for (const lang of ["ja", "en"]) {
  test(`the lists of the admins show all their columns (${lang})`, async ({ page }) => {
    await signInAsAdmin(page);
    await withAnswers(page.context(), fullList);
    for (const path of LISTS) await expectFitting(page, `/${lang}${path}`, WIDTHS);
  });

  test(`an owner's invoices show all their columns (${lang})`, async ({ page, baseURL }) => {
    const staff = await Staff.signedIn(baseURL ?? "");
    await staff.enter(page.context());
    await withAnswers(page.context(), fullList);
    await expectFitting(page, `/${lang}/owners/restaurant_charge_invoices`, [390, 640, 768, ...WIDTHS]);
    await staff.close();
  });
}
