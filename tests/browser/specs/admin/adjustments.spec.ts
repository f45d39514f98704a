import type { Browser, Page } from "@playwright/test";
import { newAdmin, signInAsAdmin } from "../../support/admin";
import { checkAccessibility } from "../../support/axe";
import { PASSWORD } from "../../support/diner";
import type { Diner } from "../../support/diner";
import { CARDS, tickEverything } from "../../support/steps";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

const SLUG = "kaiseki-hanaikada";
const REASON = "お料理の提供が遅れたため";

/** Books and pays a table for one with a prepaid course of 28,600 yen. */
async function bookPrepaid(page: Page, diner: Diner, date: string): Promise<string> {
  await diner.registerCard(CARDS.plain);
  const day = await diner.day(SLUG, date);
  const dinner = day.groups.find(({ operation }) => operation === "dinner");
  if (!dinner) throw new Error(`no dinner on ${date}`);
  const courses = dinner.courses.filter(({ is_prepaid }) => is_prepaid);
  const uid = await diner.hold(SLUG, day, { ...dinner, courses }, 1);
  await diner.enter(page.context());
  await page.goto(`/r/${SLUG}/reservations/${uid}/review`);
  await tickEverything(page);
  await page.getByRole("button", { name: "支払って予約を確定する" }).click();
  await expect(page.getByText("予約確定", { exact: true }).first()).toBeVisible();
  return uid;
}

/** Opens a browser of a new admin who may refund. */
async function adminPage(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: "ja-JP" });
  const page = await context.newPage();
  await signInAsAdmin(page, await newAdmin(page.request, ["refunds"]));
  return page;
}

const list = (page: Page) => page.getByRole("table", { name: "返金・訂正" });

/** Reloads until the list shows a text: the worker makes the payment. */
async function becomes(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.reload();
      return list(page).textContent();
    })
    .toContain(text);
}

test("a part is refunded, and a large correction waits for a second admin", async ({
  page,
  fresh,
  freeDay,
  browser,
  baseURL,
}) => {
  const diner = await fresh();
  const uid = await bookPrepaid(page, diner, await freeDay(SLUG));
  const first = await adminPage(browser, baseURL);
  const charges = `/admin/reservations/${uid}/reservation_charges`;
  await first.goto(charges);
  await first.getByRole("row").filter({ hasText: "28,600" }).getByRole("button", { name: "返金…" }).click();
  const refund = first.getByRole("dialog", { name: /^返金する/ });
  await expect(refund.getByLabel("金額")).toHaveValue("28600");
  await refund.getByLabel("金額").fill("5000");
  await refund.getByLabel("理由").fill(REASON);
  await refund.getByRole("radio", { name: "店舗" }).check();
  await refund.getByLabel("現在のパスワード").fill("Wrong-2026");
  await checkAccessibility(first);
  const send = refund.getByRole("button", { name: "返金", exact: true });
  await send.click();
  await expect(refund.getByRole("alert"), "a wrong password is reported").toBeVisible();
  await refund.getByLabel("現在のパスワード").fill(PASSWORD);
  await send.click();
  await expect(first.getByText("受け付けました。決済会社で処理中です。")).toBeVisible();
  await becomes(first, "完了");
  await diner.message(/5,000円[\s\S]*提供が遅れた/);

  await first.getByRole("button", { name: "訂正を請求…" }).click();
  const correction = first.getByRole("dialog", { name: /^訂正を請求する/ });
  await correction.getByLabel("金額").fill("40000");
  await correction.getByLabel("理由").fill("追加のご注文");
  await correction.getByRole("radio", { name: "店舗" }).check();
  await correction.getByLabel("現在のパスワード").fill(PASSWORD);
  await correction.getByRole("button", { name: "訂正の請求" }).click();
  await expect(first.getByText("申請しました。別の運営担当者の承認が必要です。")).toBeVisible();
  await expect(list(first).getByRole("button", { name: "承認する" })).toBeHidden();

  const second = await adminPage(browser, baseURL);
  await second.goto("/admin/payment_adjustments");
  const request = list(second).getByRole("row").filter({ hasText: "追加のご注文" });
  await checkAccessibility(second);
  await request.getByRole("button", { name: "承認する" }).click();
  const approval = second.getByRole("dialog", { name: /^申請を承認する/ });
  await approval.getByLabel("現在のパスワード").fill(PASSWORD);
  await approval.getByRole("button", { name: "続ける" }).click();
  await expect(second.getByText("承認しました。決済会社で処理中です。")).toBeVisible();
  await diner.message(/40,000円/);
  await first.goto(charges);
  await becomes(first, "追加のご注文完了");

  await first.goto(`${charges}?locale=en`);
  await expect(first.getByRole("heading", { name: "Refunds and corrections" })).toBeVisible();
  await checkAccessibility(first);
  await first.setViewportSize({ width: 390, height: 844 });
  await first.reload();
  await expect(first.getByRole("button", { name: "Refund…" }).first()).toBeVisible();
  await isAtMostWide(first, 390);
  await first.getByRole("button", { name: "Refund…" }).first().click();
  await expect(first.getByRole("dialog", { name: /^Refund a charge/ })).toBeVisible();
  await checkAccessibility(first);
  await first.context().close();
  await second.context().close();
});
