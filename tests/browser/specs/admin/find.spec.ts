import type { Page } from "@playwright/test";
import { JUSTIFICATION, newAdmin, signInAsAdmin } from "../../support/admin";
import { checkAccessibility } from "../../support/axe";
import type { Diner } from "../../support/diner";
import { CARDS, tickEverything } from "../../support/steps";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

const SLUG = "kaiseki-hanaikada";

/** Books and pays a table for one with a prepaid course. */
async function book(page: Page, diner: Diner, date: string): Promise<string> {
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

test("a booking is found by its code with the keyboard, and acted on", async ({
  page,
  fresh,
  freeDay,
  browser,
  baseURL,
}) => {
  const diner = await fresh();
  const uid = await book(page, diner, await freeDay(SLUG));
  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: "ja-JP" });
  const admin = await context.newPage();
  await signInAsAdmin(admin, await newAdmin(admin.request, ["refunds"]));
  const answer = await admin.request.get(`/admin/reservations/${uid}`, { headers: { Accept: "application/json" } });
  const { data } = (await answer.json()) as { data: { reservation: { reservation_code: string } } };
  const code = data.reservation.reservation_code.toLowerCase();

  await admin.goto("/admin/restaurants");
  await expect(admin.getByRole("heading", { level: 1 })).toBeVisible();
  await admin.keyboard.press("/");
  const field = admin.getByRole("combobox", { name: /予約番号/ });
  await expect(field).toBeFocused();
  await checkAccessibility(admin);
  await admin.keyboard.type("どこにもない店");
  await expect(admin.getByText("見つかりませんでした。")).toBeVisible();
  await admin.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await admin.keyboard.press("/");
  await admin.keyboard.type(`${code.slice(0, 4)}-${code.slice(4)}`);
  await expect(admin.getByRole("option")).toHaveCount(1);
  await admin.keyboard.press("Enter");
  await expect(admin).toHaveURL(new RegExp(`/admin/reservations/${uid}$`));

  await expect(admin.getByText(diner.email)).not.toHaveCount(0);
  await expect(admin.getByRole("table", { name: "履歴" })).toBeVisible();
  await checkAccessibility(admin);
  await admin.getByRole("button", { name: "確認メールを再送する" }).click();
  await expect(admin.getByText("予約確認メールを再送します。")).toBeVisible();
  for (const width of [1440, 1024, 390]) {
    await admin.setViewportSize({ width, height: 900 });
    await isAtMostWide(admin, width);
  }
  await admin.getByRole("button", { name: "予約をキャンセルする" }).click();
  const dialog = admin.getByRole("dialog", { name: "この予約をキャンセルしますか？" });
  const agree = dialog.getByRole("button", { name: "予約をキャンセルする" });
  await expect(agree, "without a reason and a proof").toBeDisabled();
  await dialog.getByLabel("理由").fill("店舗の休業");
  await dialog.getByLabel("現在のパスワード").fill(JUSTIFICATION.current_password);
  await agree.click();
  await expect(admin.getByText("運営によるキャンセル").first()).toBeVisible();
  await diner.message(/ご予約をキャンセルしました/);
  await context.close();
});

test("the search fits a phone, in English", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsAdmin(page);
  await page.goto("/admin/restaurants?locale=en");
  await page.getByRole("button", { name: "Open search" }).click();
  await page.getByRole("combobox", { name: /Booking code/ }).fill("hanaikada");
  await expect(page.getByRole("option").first()).toContainText("Restaurant");
  await isAtMostWide(page, 390);
  await checkAccessibility(page);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByRole("combobox", { name: /Booking code/ })).toBeHidden();
});
