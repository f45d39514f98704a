import { newAdmin, signInAsAdmin } from "../../support/admin";
import { checkAccessibility, checkNames } from "../../support/axe";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

const PAGES = ["charges", "refunds", "ledger_transfers", "payouts", "admin_users", "users", "audit_events"];

for (const lang of ["ja", "en"]) {
  test(`each list of records is usable by everyone (${lang})`, async ({ page }) => {
    await signInAsAdmin(page);
    for (const name of PAGES) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`/${lang}/admin/${name}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("main").locator("table, [role=status]").first()).toBeVisible();
      await checkAccessibility(page);
      await checkNames(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await isAtMostWide(page, 390);
      await checkAccessibility(page);
    }
  });
}

test("an admin filters accounts, sorts them, chooses columns, saves the query and downloads the file", async ({
  page,
}) => {
  await signInAsAdmin(page);
  const pageCalls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/admin/api/resources/admin_users")) pageCalls.push(request.url());
  });
  await page.goto("/admin/admin_users");
  const table = page.getByRole("table", { name: "運営アカウント" });
  await expect(table.getByRole("cell", { name: "admin@seki.test" })).toBeVisible();
  expect(pageCalls, "the page has the first rows").toEqual([]);

  await page.getByRole("searchbox", { name: "名前" }).fill("運営");
  await expect(page).toHaveURL(/filter=/);
  await table.getByText("メールアドレス", { exact: true }).click();
  await expect(page).toHaveURL(/sort=email/);

  await page.getByRole("button", { name: "列", exact: true }).click();
  await page.getByLabel("重要設定", { exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(table.getByRole("columnheader", { name: "重要設定" })).toHaveCount(0);

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "書き出し" }).click();
  expect((await download).suggestedFilename()).toMatch(/^admin_users-.*\.csv$/);

  await table.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: /^運営アカウント / })).toBeVisible();
  await checkAccessibility(page);
  await page.goBack();
  await expect(page.getByRole("searchbox", { name: "名前" })).toHaveValue("運営");
});

test("a list of records is used by keyboard alone", async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto("/admin/audit_events");
  const table = page.getByRole("table", { name: "監査記録" });
  await expect(table).toBeVisible();
  await table.locator("th.column-at").getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/order=ASC/);
  await page.getByLabel("店舗のスラッグ").focus();
  await page.keyboard.type("sushi-kagura");
  await expect(page).toHaveURL(/sushi-kagura/);
  await page.getByRole("button", { name: "絞り込みを追加" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await checkAccessibility(page);
  await page.keyboard.press("Escape");
});

test("an admin without the permissions sees neither menu entries nor pages", async ({ page }) => {
  await signInAsAdmin(page, await newAdmin(page.request));
  await page.goto("/admin/audit_events");
  await expect(page.getByRole("link", { name: "監査記録" })).toBeVisible();
  await expect(page.getByRole("link", { name: "書き出し" })).toHaveCount(0);
  for (const name of ["元帳", "銀行振込", "返金の記帳", "運営アカウント"])
    await expect(page.getByRole("link", { name, exact: true })).toHaveCount(0);
  await page.goto("/admin/ledger_transfers");
  await expect(page.getByText("この操作を行う権限がありません")).toBeVisible();
});
