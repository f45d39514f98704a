import type { Browser, Page } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import { PASSWORD } from "../../support/diner";
import { Staff, staffInvitation } from "../../support/staff";
import { expect, test } from "../../support/test";

const NAME = "若女将";

async function guest(browser: Browser, locale = "ja-JP"): Promise<Page> {
  const context = await browser.newContext({ locale });
  return context.newPage();
}

// G044
test("an owner invites a member of staff, who follows the mail, works, is limited, and is signed out once removed", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.slow();
  const address = `okami-${Date.now().toString(36)}@kagura.test`;
  const owner = await Staff.signedIn(baseURL ?? "");
  await owner.enter(context);
  await page.goto("/owners?owners_restaurant_slug=sushi-kagura");
  await page.getByRole("link", { name: "スタッフ", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "スタッフ" })).toBeVisible();
  await page.getByRole("button", { name: "スタッフを招待" }).click();
  const form = page.getByRole("dialog", { name: /スタッフを招待/ });
  await form.getByRole("button", { name: "招待を送る" }).click();
  await expect(form.getByLabel("メールアドレス")).toHaveAttribute("aria-invalid", "true");
  await form.getByLabel("メールアドレス").fill(address);
  await form.getByLabel("お名前").fill(NAME);
  await checkAccessibility(page);
  await form.getByRole("button", { name: "招待を送る" }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText(address)).toBeVisible();
  await checkAccessibility(page);

  const okami = await guest(browser);
  const link = await staffInvitation(page, address);
  await okami.goto(link);
  await expect(okami.getByRole("heading", { level: 1, name: "スタッフへのご招待" })).toBeVisible();
  await checkAccessibility(okami);
  await okami.getByLabel("新しいパスワード").first().fill(PASSWORD);
  await okami.getByLabel(/確認/).fill(PASSWORD);
  await okami.getByRole("button", { name: "招待を受ける" }).click();
  await expect(okami.getByRole("heading", { level: 1, name: "ログイン" })).toBeVisible();
  await okami.getByLabel("メールアドレス").fill(address);
  await okami.getByLabel("パスワード").fill(PASSWORD);
  await okami.getByRole("button", { name: "ログイン" }).click();
  const terms = okami.getByRole("dialog", { name: "利用規約への同意" });
  await terms.getByRole("button", { name: "利用規約に同意する" }).click();
  await expect(terms).toBeHidden();
  const menu = okami.getByRole("navigation").first();
  await expect(menu.getByRole("link", { name: "スタッフ", exact: true })).toBeVisible();

  // Narrowed to the floor: the menu follows.
  await page.reload();
  await page.getByRole("combobox", { name: `${NAME}さんの権限` }).selectOption("floor");
  await page.getByRole("alertdialog").getByRole("button", { name: "変更する" }).click();
  await expect(page.getByText("権限を変更しました。")).toBeVisible();
  await okami.goto("/owners/customers");
  await expect(okami.getByRole("heading", { level: 1, name: "お客様" })).toBeVisible();
  await expect(okami.getByRole("link", { name: "スタッフ", exact: true })).toHaveCount(0);
  await expect(okami.getByRole("link", { name: "お知らせ配信", exact: true })).toHaveCount(0);
  expect((await okami.request.get("/owners/staff", { headers: { Accept: "application/json" } })).status()).toBe(403);

  // Reading only: no button writes.
  await expect(page.getByText("権限を変更しました。")).toHaveCount(0);
  await page.getByRole("combobox", { name: `${NAME}さんの権限` }).selectOption("read_only");
  await page.getByRole("alertdialog").getByRole("button", { name: "変更する" }).click();
  await expect(page.getByText("権限を変更しました。")).toBeVisible();
  await okami.goto("/owners/staff");
  await expect(okami.getByRole("heading", { level: 1, name: "スタッフ" })).toBeVisible();
  await expect(okami.getByRole("button", { name: "スタッフを招待" })).toHaveCount(0);

  await page.getByRole("button", { name: `${NAME}さんを削除` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "削除" }).click();
  await expect(page.getByText("スタッフを削除しました。")).toBeVisible();
  await expect(page.getByText(address)).toHaveCount(0);
  await okami.goto("/owners/customers");
  await expect(okami.getByRole("heading", { level: 1, name: "ログイン" })).toBeVisible();
  await okami.goto(link);
  await expect(okami.getByRole("alert")).toContainText("このリンクは無効です");
  await okami.context().close();
  await owner.close();
});
