import type { Page } from "@playwright/test";
import { addSecurityKey, codeOf } from "../../support/authenticator";
import { checkAccessibility } from "../../support/axe";
import { PASSWORD } from "../../support/diner";
import { newOwner } from "../../support/staff";
import { expect, test } from "../../support/test";

const SETTINGS = "/owners/security_settings";

const OF = ["yakitori-tomoshibi"];

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/owners/sign_in");
  await page.getByLabel("メールアドレス").fill(email);
  await page.getByLabel("パスワード").fill(PASSWORD);
  await page.getByRole("button", { name: "ログイン" }).click();
  await expect(page).not.toHaveURL(/sign_in/);
}

async function give(page: Page, code: string): Promise<void> {
  await page.getByLabel("認証コード").fill(code);
  await page.getByRole("button", { name: "認証する" }).click();
}

async function authenticate(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label).first().fill(value);
  await page.getByRole("button", { name: "続ける" }).click();
}

test("an owner sets up an app, signs in with it or a recovery code, and signs out elsewhere", async ({
  page,
  browser,
}) => {
  const email = await newOwner(page.request, OF, false);
  await signIn(page, email);
  const terms = page.getByRole("dialog", { name: "利用規約への同意" });
  await terms.getByRole("button", { name: "利用規約に同意する" }).click();
  await expect(terms).toBeHidden();
  await page.goto(SETTINGS);
  await page.getByRole("button", { name: "認証アプリを登録する" }).click();
  await authenticate(page, "現在のパスワード", PASSWORD);
  await expect(page.getByRole("img", { name: "認証アプリ用のQRコード" })).toBeVisible();
  const key = await page.locator("code").innerText();
  await give(page, await codeOf(key, page.request));
  await expect(page.getByRole("heading", { name: "リカバリーコード" })).toBeFocused();
  await checkAccessibility(page);
  const codes = await page.locator("[data-recovery-codes] li").allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole("button", { name: "保管しました" }).click();
  await expect(page.getByText("残りのリカバリーコード：10個")).toBeVisible();

  const elsewhere = await browser.newContext({ locale: "ja-JP" });
  const other = await elsewhere.newPage();
  await signIn(other, email);
  await other.goto(SETTINGS);
  await expect(other.getByRole("heading", { level: 1, name: "ログイン" })).toBeVisible();
  await signIn(other, email);
  await give(other, "000000");
  await expect(other.getByRole("alert").first()).toBeVisible();
  await give(other, await codeOf(key, page.request, 1));
  await expect(other).toHaveURL(/\/owners(\/security_settings)?$/);

  await page.reload();
  await page.getByRole("button", { name: "ほかの端末をすべてログアウトする" }).click();
  await expect(page.getByText("ほかの端末をすべてログアウトしました。")).toBeVisible();
  await other.goto(SETTINGS);
  await expect(other.getByRole("heading", { level: 1, name: "ログイン" })).toBeVisible();
  await signIn(other, email);
  await give(other, codes[0] ?? "");
  await expect(other).toHaveURL(/\/owners(\/security_settings)?$/);
  await elsewhere.close();

  await page.reload();
  await page.getByRole("button", { name: "認証アプリを解除する" }).click();
  await page.getByRole("button", { name: "認証コードで確認する" }).click();
  await authenticate(page, "認証コード", codes[1] ?? "");
  await expect(page.getByRole("button", { name: "認証アプリを登録する" })).toBeVisible();
});

test("an owner adds a passkey to the app, signs in with it, renames and removes it", async ({ browser, baseURL }) => {
  // Passkeys belong to a host name: browsers know none of a bare address.
  const context = await browser.newContext({
    locale: "ja-JP",
    baseURL: (baseURL ?? "").replace("127.0.0.1", "localhost"),
  });
  const page = await context.newPage();
  const email = await newOwner(page.request, OF);
  await addSecurityKey(page);
  await signIn(page, email);
  await page.goto(SETTINGS);
  await expect(page.getByText("先に認証アプリを登録してください。")).toBeVisible();
  await page.getByRole("button", { name: "認証アプリを登録する" }).click();
  await authenticate(page, "現在のパスワード", PASSWORD);
  await give(page, await codeOf(await page.locator("code").innerText(), page.request));
  await page.getByRole("button", { name: "保管しました" }).click();

  await page.getByRole("button", { name: "パスキーを登録する" }).click();
  await authenticate(page, "現在のパスワード", PASSWORD);
  await page.getByLabel("パスキーの名前").fill("カウンターのタブレット");
  await page.getByRole("button", { name: "端末で登録する" }).click();
  await expect(page.locator("[data-passkeys] li")).toContainText("カウンターのタブレット");
  await expect(page.locator("[data-passkeys] li")).toContainText("未使用");
  await checkAccessibility(page);

  await context.clearCookies();
  await signIn(page, email);
  await page.getByRole("button", { name: "パスキーでログインする" }).click();
  await expect(page).toHaveURL(/\/owners$/);
  await page.goto(SETTINGS);
  await expect(page.locator("[data-passkeys] li")).toContainText("最終利用");
  await page.getByRole("button", { name: "カウンターのタブレットの名前を変更する" }).click();
  await page.getByLabel("パスキーの名前").fill("事務所");
  await page.getByRole("button", { name: "保存する" }).click();
  await page.getByRole("button", { name: "事務所を削除する" }).click();
  await authenticate(page, "現在のパスワード", PASSWORD);
  await expect(page.getByText("パスキーは登録されていません。")).toBeVisible();

  await page.getByRole("button", { name: "認証アプリを解除する" }).click();
  await authenticate(page, "現在のパスワード", PASSWORD);
  await expect(page.getByRole("button", { name: "認証アプリを登録する" })).toBeVisible();
  await context.close();
});
