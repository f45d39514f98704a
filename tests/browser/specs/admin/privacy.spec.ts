import { readFile } from "node:fs/promises";
import { newAdmin, signInAsAdmin } from "../../support/admin";
import { checkAccessibility } from "../../support/axe";
import { PASSWORD } from "../../support/diner";
import { Staff } from "../../support/staff";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

const run = String(Date.now()).slice(-6);

/** Records a guest of 鮨かぐら without an account. */
async function recordGuest(baseURL: string, nickname: string, phone: string): Promise<void> {
  const staff = await Staff.signedIn(baseURL);
  const fields = { nickname, phone_local_number: phone, noted_allergies: "そば" };
  await staff.write("POST", "/owners/api/customers", fields);
  await staff.close();
}

test("a guest who telephoned is found by number, exported and erased", async ({ page, baseURL }) => {
  const name = `消去 ${run}`;
  const phone = `09077${run}`;
  await recordGuest(baseURL ?? "", name, phone);
  await signInAsAdmin(page, await newAdmin(page.request, ["privacy_export", "privacy_erase"]));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/admin/restaurants");
  await page.getByRole("link", { name: "個人情報", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "個人情報" })).toBeVisible();
  await page.getByRole("searchbox", { name: "電話番号・メールアドレス・ID" }).fill(phone);
  await page.getByRole("button", { name: "検索", exact: true }).click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("店舗のお客様");
  await checkAccessibility(page);
  await row.getByRole("link", { name }).click();

  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "店舗の顧客台帳" })).toContainText("個人情報なしで残る");
  await checkAccessibility(page);
  await page.getByRole("button", { name: "書き出す" }).click();
  const request = page.getByRole("dialog", { name: "書き出す" });
  await request.getByLabel("理由").fill("書面でのご請求");
  await request.getByLabel("現在のパスワード").fill(PASSWORD);
  await checkAccessibility(page);
  const download = page.waitForEvent("download");
  await request.getByRole("button", { name: "書き出す" }).click();
  const file = await (await download).path();
  expect(await readFile(file, "utf8")).toContain("そば");

  await page.setViewportSize({ width: 390, height: 844 });
  await isAtMostWide(page, 390);
  await page.getByRole("button", { name: "消去する…" }).click();
  const dialog = page.getByRole("dialog", { name: /個人情報を消去する/ });
  await expect(dialog).toContainText(name);
  await dialog.getByLabel("理由").selectOption("person");
  await dialog.getByLabel("現在のパスワード").fill("Wrong-2026");
  await checkAccessibility(page);
  const agree = dialog.getByRole("button", { name: "消去する", exact: true });
  await agree.click();
  await expect(dialog.getByRole("alert").first(), "a wrong password is reported").toBeVisible();
  await dialog.getByLabel("現在のパスワード").fill(PASSWORD);
  await agree.click();
  await expect(page.getByText("個人情報を消去しました。")).toBeVisible();

  await page.goto(`/admin/privacy?q=${phone}&locale=en`);
  await expect(page.getByText("No matching people.")).toBeVisible();
});

test("an admin without a permission has neither its button nor its page", async ({ page, fresh, browser, baseURL }) => {
  const diner = await fresh();
  await signInAsAdmin(page, await newAdmin(page.request, ["privacy_export"]));
  await page.goto(`/admin/privacy?q=${encodeURIComponent(diner.email)}`);
  await page.getByRole("main").getByRole("link").first().click();
  await expect(page.getByRole("button", { name: "書き出す" })).toBeVisible();
  await expect(page.getByRole("button", { name: "消去する…" })).toBeHidden();

  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: "ja-JP" });
  const clerk = await context.newPage();
  await signInAsAdmin(clerk, await newAdmin(clerk.request, ["osg"]));
  const answer = await clerk.request.get("/admin/privacy", { headers: { Accept: "application/json" } });
  expect(answer.status()).toBe(403);
  await clerk.goto("/admin/restaurants");
  await expect(clerk.getByRole("link", { name: "個人情報", exact: true })).toBeHidden();
  await context.close();
});
