import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import { focusIsOn, tabTo } from "../../support/keyboard";
import { Staff } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";
const run = Date.now().toString(36);

test.beforeEach(async ({ baseURL, context }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.api.get(`/owners?owners_restaurant_slug=${SUSHI}`);
  await staff.enter(context);
  await staff.close();
});

const LISTS = [
  { path: "customers", ja: "お客様", en: "Customers" },
  { path: "reservations", ja: "予約一覧", en: "Reservations" },
  { path: "reviews", ja: "お客様の評価", en: "Guest reviews" },
  { path: "announcements", ja: "お知らせ配信", en: "Announcements" },
  { path: "restaurant_charge_invoices", ja: "請求書", en: "Invoices" },
  { path: "staff", ja: "登録済み", en: "Can sign in" },
];

/** The button of the columns of a table. */
const COLUMNS = { ja: "列", en: "Columns" };

/** The demo may have no rows of a list. */
const NO_ROWS = /まだありません|There are no/;

/** The texts of a column. */
const column = (page: Page, source: string) => page.locator(`td.column-${source}`);

for (const lang of ["ja", "en"] as const) {
  for (const list of LISTS) {
    test(`/owners/${list.path} is a table that anyone can use (${lang})`, async ({ page }) => {
      await page.goto(`/${lang}/owners/${list.path}`);
      await expect(page.getByRole("table", { name: list[lang] }).or(page.getByText(NO_ROWS)).first()).toBeVisible();
      await checkAccessibility(page);
      await page.getByRole("button", { name: COLUMNS[lang], exact: true }).click();
      await expect(page.getByRole("dialog", { name: COLUMNS[lang], exact: true })).toBeVisible();
      await checkAccessibility(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(page.getByRole("list", { name: list[lang] }).or(page.getByText(NO_ROWS)).first()).toBeVisible();
      await checkAccessibility(page);
    });
  }
}

test("reservations are searched and sorted in an address that can be shared", async ({ page }) => {
  await page.goto("/owners/reservations?q[status_in][]=accepted");
  const guests = column(page, "guests_count");
  await expect(guests.first()).toBeVisible();
  await page.getByRole("button", { name: /^人数で並べ替え/ }).click();
  await expect(page).toHaveURL(/q%5Bstatus_in%5D%5B%5D=accepted&sort=guests_count&order=ASC$/);
  const counts = async () => (await guests.allTextContents()).map((text) => Number.parseInt(text, 10));
  await expect
    .poll(async () => {
      const list = await counts();
      return list.length > 0 && list.join() === list.toSorted((one, other) => one - other).join();
    })
    .toBe(true);
  const listed = await counts();
  await page.reload();
  await expect(guests.first()).toBeVisible();
  expect(await counts(), "the address has the order").toEqual(listed);
  await page.getByLabel("お名前・電話番号・メールで検索").fill("花子");
  await expect(page).toHaveURL(/q%5Bcustomer_name_or_phone_local_number_or_invitation_email_cont_all%5D=/);
  await expect(page.getByRole("status").filter({ hasText: "花子" })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("お名前・電話番号・メールで検索"), "Back returns to the list before").toHaveValue("");
});

test("a search is saved, and its columns stay chosen", async ({ page }) => {
  await page.goto("/owners/customers");
  await page.getByLabel("キーワード", { exact: true }).fill("伊藤");
  await expect(page.getByText("キーワード：伊藤")).toBeVisible();
  await page.getByRole("button", { name: "絞り込みを追加" }).click();
  await page.getByRole("menuitem", { name: "この検索を保存…" }).click();
  await page.getByLabel("検索の名前").fill(`伊藤 ${run}`);
  await checkAccessibility(page);
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.getByRole("button", { name: "列", exact: true }).click();
  await page.getByLabel("領収書の宛名").check();
  await page.keyboard.press("Escape");
  await page.goto("/owners/customers");
  await expect(page.getByRole("columnheader", { name: "領収書の宛名" })).toBeVisible();
  await page.getByRole("button", { name: "絞り込みを追加" }).click();
  await page.getByRole("menuitem", { name: `伊藤 ${run}` }).click();
  await expect(page).toHaveURL(/keywords=%E4%BC%8A%E8%97%A4$/);
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith("listParams")));
  expect(kept, "searches that were not saved are not kept").toEqual([]);
});

test("a list is sorted, and a row is selected, by keys", async ({ page }) => {
  await page.goto("/owners/customers");
  const rows = page.getByRole("table", { name: "お客様" });
  await expect(rows).toBeVisible();
  await page.getByLabel("キーワード", { exact: true }).focus();
  await tabTo(page, /^来店で並べ替え/);
  await focusIsOn(page, /^来店で並べ替え/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/sort=visits_count&order=DESC/);
  await tabTo(page, /この行を選択/);
  await page.keyboard.press("Space");
  await expect(page.getByText("1名を選択中")).toBeVisible();
  await expect(page.getByText("1件を選択中")).toBeVisible();
  await checkAccessibility(page);
});

test("several drafts are deleted together, and restored by one undo", async ({ page, fresh }) => {
  const reader = await fresh();
  await reader.post("/users/api/customers", { restaurant_slug: SUSHI, customer: { shop_notification: true } });
  const words = [`一括の下書きA ${run}`, `一括の下書きB ${run}`];
  for (const text of words) {
    await page.goto("/owners/announcements/new");
    await page.getByLabel(/^本文/).fill(text);
    await page.getByRole("button", { name: "下書きを保存" }).click();
    await expect(page.getByText("下書きを保存しました。")).toBeVisible();
  }
  for (const text of words) await page.getByRole("row").filter({ hasText: text }).getByRole("checkbox").check();
  await page.getByRole("button", { name: "削除する", exact: true }).click();
  await expect(page.getByText("2件の下書きを削除します。")).toBeVisible();
  for (const text of words) await expect(page.getByRole("row").filter({ hasText: text })).toHaveCount(0);
  await page.getByRole("button", { name: "元に戻す" }).click();
  for (const text of words) await expect(page.getByRole("row").filter({ hasText: text })).toBeVisible();
  await page.reload();
  for (const text of words) await expect(page.getByRole("row").filter({ hasText: text })).toBeVisible();
});

test("lists are exported with their order, to a file that spreadsheets read", async ({ page }) => {
  const saved = async (press: Promise<unknown>) => {
    const [file] = await Promise.all([page.waitForEvent("download"), press]);
    return readFile(await file.path(), "utf8");
  };
  await page.goto("/owners/staff");
  await page.getByRole("button", { name: /^お名前で並べ替え/ }).click();
  const link = page.getByRole("link", { name: "CSVをダウンロード" });
  await expect(link).toHaveAttribute("href", /nickname/);
  const staff = await saved(link.click());
  expect(staff.split("\r\n")[0]).toContain("メールアドレス");
  expect(staff).toContain("owner@seki.test");
  await page.goto("/owners/restaurant_charge_invoices");
  const invoices = await saved(page.getByRole("button", { name: "書き出し" }).click());
  expect(invoices.split("\r\n")[0]).toContain("請求額（税込）");
});

test("unsaved text of a new customer is kept from a sorted list", async ({ page }) => {
  await page.goto("/owners/customers?sort=name&order=ASC");
  await page.getByRole("button", { name: "お客様を追加" }).click();
  const dialog = page.getByRole("dialog", { name: "お客様を追加" });
  await dialog.getByLabel(/お名前/).fill("書きかけ");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "キャンセル" }).click();
  await expect(dialog.getByLabel(/お名前/)).toHaveValue("書きかけ");
  await expect(page, "the list stays as it was").toHaveURL(/sort=name&order=ASC$/);
});
