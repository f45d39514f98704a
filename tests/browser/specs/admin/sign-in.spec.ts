import type { Page } from "@playwright/test";
import { newAdmin } from "../../support/admin";
import { codeOf } from "../../support/authenticator";
import { checkAccessibility } from "../../support/axe";
import { PASSWORD } from "../../support/diner";
import { expect, test } from "../../support/test";
import { isAtMostWideAsWindow } from "../../support/width";

const SETTINGS = "/admin/security_settings";

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("メールアドレス").fill(email);
  await page.getByLabel("パスワード").fill(PASSWORD);
  await page.getByRole("button", { name: "ログイン" }).click();
}

async function give(page: Page, code: string): Promise<void> {
  await page.getByLabel("認証コード").fill(code);
  await page.getByRole("button", { name: "認証する" }).click();
}

/** Returns the address that impersonates the owner of a restaurant, whose number no page of this test names. */
async function loginAs(page: Page, slug: string): Promise<string> {
  for (let id = 1; id < 10; id++) {
    const path = `/admin/owners/${id}/login_as?owners_restaurant_slug=${slug}`;
    const answer = await page.request.get(path, { headers: { Accept: "application/json" } });
    if (answer.ok()) return path;
  }
  throw new Error(`${slug} has no owner`);
}

// F185
test("an admin signs in with a second factor, impersonates an owner, and stops", async ({ page, guest }) => {
  const email = await newAdmin(page.request, ["impersonation"]);
  await page.goto(SETTINGS);
  await expect(page).toHaveURL("/admin/sign_in");
  await checkAccessibility(page);
  await signIn(page, email);
  await expect(page.getByRole("heading", { level: 1, name: "セキュリティ設定" })).toBeVisible();
  await page.getByRole("button", { name: "認証アプリを登録する" }).click();
  await page.getByLabel("現在のパスワード").first().fill(PASSWORD);
  await page.getByRole("button", { name: "続ける" }).click();
  const key = await page.locator("code").innerText();
  await give(page, await codeOf(key, guest.api));
  await page.getByRole("button", { name: "保管しました" }).click();

  await page.getByRole("button", { name: "アカウント" }).click();
  await page.getByRole("button", { name: "ログアウト" }).click();
  await expect(page).toHaveURL("/admin/sign_in");
  await page.goto("/admin/users");
  await signIn(page, email);
  await expect(page.getByRole("heading", { level: 1, name: "2段階認証" })).toBeVisible();
  await isAtMostWideAsWindow(page, "the second factor");
  await checkAccessibility(page);
  await give(page, "000000");
  await expect(page.getByRole("alert")).toBeVisible();
  await give(page, await codeOf(key, guest.api, 1));
  await expect(page.getByRole("heading", { level: 1, name: "ユーザー" })).toBeVisible();

  await page.getByLabel("電話番号・メールアドレス・お名前").fill("hanako@seki.test");
  await expect(page.getByRole("row"), "the head and one account").toHaveCount(2);
  await page.getByRole("row").filter({ hasText: "hanako@seki.test" }).getByRole("link").first().click();
  await expect(page.getByText("hanako@seki.test")).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole("link", { name: "監査記録" }).click();
  await expect(page.getByRole("cell", { name: "ユーザーを表示" }).first()).toBeVisible();
  await checkAccessibility(page);

  await page.goto(await loginAs(page, "sushi-kagura"));
  await checkAccessibility(page);
  await page.getByLabel("理由").fill("席数の問い合わせ");
  const begin = page.getByRole("button", { name: "代理ログインを開始する" });
  await expect(begin, "without a proof of identity").toBeDisabled();
  await page.getByLabel("現在のパスワード").fill(PASSWORD);
  await begin.click();
  await expect(page).toHaveURL("/owners?owners_restaurant_slug=sushi-kagura");
  const banner = page.getByRole("region", { name: "代理ログイン" });
  await expect(banner).toContainText("まで");
  await page.getByRole("link", { name: "お客様", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("お客様");
  await expect(banner).toBeInViewport();
  await checkAccessibility(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.mouse.wheel(0, 2000);
  await expect(banner.getByRole("button", { name: "終了する" })).toBeInViewport();
  await banner.getByRole("button", { name: "終了する" }).click();
  await expect(page).toHaveURL("/admin/restaurants/sushi-kagura");
  await page.goto("/owners");
  await expect(page).toHaveURL("/owners/sign_in");

  await page.goto(SETTINGS);
  await page.getByRole("button", { name: "認証アプリを解除する" }).click();
  await page.getByLabel("現在のパスワード").first().fill(PASSWORD);
  await page.getByRole("button", { name: "続ける" }).click();
  await expect(page.getByText("認証アプリは登録されていません。")).toBeVisible();
});
