import type { Page } from "@playwright/test";
import { PASSWORD } from "../support/diner";
import { expect, test } from "../support/test";

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("メールアドレス").fill(email);
  await page.getByLabel("パスワード", { exact: true }).fill(password);
  await page.getByRole("button", { name: "ログインする" }).click();
}

// F019
test("signing in shows the name, family name first; signing out removes it", async ({ page }) => {
  await page.goto("/users/sign_in");
  await page.getByRole("button", { name: "ログインする" }).click();
  await expect(page.getByText("メールアドレスを入力してください。")).toBeVisible();
  await expect(page.getByText("パスワードを入力してください。")).toBeVisible();
  await expect(page.getByLabel("メールアドレス")).toBeFocused();
  await signIn(page, "hanako@seki.test");
  const menu = page.getByRole("navigation", { name: "メインメニュー" });
  await expect(menu.getByText("山田 花子")).toBeVisible();
  await page.goto("/");
  await page.evaluate(() => window.scrollTo(0, 400));
  await page.goto("/users/profile");
  await menu.getByText("山田 花子").click();
  for (const item of ["予約一覧", "お気に入り", "アカウント"]) {
    await expect(menu.getByRole("link", { name: item }).first()).toBeVisible();
  }
  await menu.getByRole("button", { name: "ログアウト" }).click();
  await expect(menu.getByRole("link", { name: "ログイン" })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY), "at its top").toBe(0);
  await page.goto("/users/profile");
  await expect(page.getByRole("heading", { level: 1, name: "ログイン" })).toBeVisible();
});

test("an old tab sends its input for the same diner, and nothing for another", async ({ page, fresh }) => {
  const diner = await fresh();
  const other = await fresh();
  const signInAgain = async (email: string) => {
    const tab = await page.context().newPage();
    await tab.goto("/");
    const menu = tab.getByRole("navigation", { name: "メインメニュー" });
    const signedIn = menu.getByText("木村 葉子");
    const signInLink = menu.getByRole("link", { name: "ログイン" });
    await expect(signedIn.or(signInLink).first()).toBeVisible();
    if (await signedIn.isVisible()) {
      await signedIn.click();
      await menu.getByRole("button", { name: "ログアウト" }).click();
      await expect(signInLink).toBeVisible();
    }
    await tab.goto("/users/sign_in");
    await signIn(tab, email);
    await expect(signedIn).toBeVisible();
    await tab.close();
  };
  const write = async (allergy: string) => {
    await page.getByLabel("アレルギーの内容").fill(allergy);
    await page.getByRole("button", { name: "保存する" }).click();
  };
  await signInAgain(diner.email);
  await page.goto("/users/profile");
  await page.getByRole("checkbox", { name: "アレルギーがあります" }).check();
  await signInAgain(diner.email);
  await write("えび");
  await expect(page.getByText(/保存しました|更新しました/)).toBeVisible();
  await signInAgain(other.email);
  await write("かに");
  await expect(page.getByText("ページの有効期限が切れました。再読み込みしてください。")).toBeVisible();
  await expect(page.getByLabel("アレルギーの内容"), "what was typed stays").toHaveValue("かに");
  await page.reload();
  await expect(
    page.getByRole("checkbox", { name: "アレルギーがあります" }),
    "nothing was written for the other",
  ).not.toBeChecked();
});

test("ten wrong passwords lock the account for a while, and the page reports it", async ({ page, fresh, guest }) => {
  const diner = await fresh();
  await page.goto("/users/sign_in");
  await signIn(page, diner.email, "Wrong-2026");
  await expect(page.getByRole("alert").filter({ hasText: /メールアドレス|パスワード/ })).toBeVisible();
  // A known browser has separate attempts: only a stranger's are counted.
  const visitor = guest;
  for (let attempt = 1; attempt < 10; attempt += 1) {
    await visitor.post("/users/sign_in", { user: { email: diner.email, password: "Wrong-2026" } }, 422);
  }
  await signIn(page, diner.email);
  await expect(page.getByRole("alert").filter({ hasText: /分|時間をおいて|ロック/ })).toBeVisible();
  await expect(page).toHaveURL(/sign_in/);
});

test("a forgotten password is reset by the link in the mail, once", async ({ page, fresh }) => {
  const diner = await fresh();
  await page.goto("/users/sign_in");
  await page.getByRole("link", { name: "パスワードをお忘れの方" }).click();
  // The page that is left has a field of the same name.
  await expect(page.getByRole("heading", { name: "パスワードの再設定" })).toBeVisible();
  await page.getByLabel("メールアドレス").fill(diner.email);
  await page.getByRole("button", { name: "案内を送る" }).click();
  await expect(page.getByRole("status").or(page.getByRole("alert")).filter({ hasText: /送/ }).first()).toBeVisible();

  const link = await diner.link(/reset_password_token=/);
  await page.goto(link);
  await page.getByLabel("新しいパスワード", { exact: true }).fill("Newer-2026");
  await page.getByLabel("新しいパスワード（確認）").fill("Other-2026");
  await page.getByRole("button", { name: "パスワードを変更する" }).click();
  await expect(page.getByText("確認のパスワードが一致しません。")).toBeVisible();
  await page.getByLabel("新しいパスワード（確認）").fill("Newer-2026");
  await page.getByRole("button", { name: "パスワードを変更する" }).click();
  await expect(page).not.toHaveURL(/password\/edit/);

  await page.goto(link);
  await expect(page.getByText("このリンクは無効か、期限が切れています。")).toBeVisible();
  await page.context().clearCookies();
  await page.goto("/users/sign_in");
  await signIn(page, diner.email);
  await expect(page.getByRole("alert").first()).toBeVisible();
  await signIn(page, diner.email, "Newer-2026");
  await expect(page.getByRole("navigation", { name: "メインメニュー" }).getByText("木村 葉子")).toBeVisible();
});

// F020, F021
test("with two-factor enabled, signing in requires the mailed code", async ({ page, fresh }) => {
  const diner = await fresh();
  await diner.enter(page.context());
  await page.goto("/users/profile/security_settings");
  await page.getByRole("checkbox", { name: "メールによる2段階認証を使う" }).click();
  await expect(page.getByRole("checkbox", { name: "メールによる2段階認証を使う" })).toBeChecked();
  await expect(page.getByText(/更新しました|変更しました|保存しました/)).toBeVisible();
  await page.context().clearCookies();

  await page.goto("/users/sign_in");
  await signIn(page, diner.email);
  await expect(page.getByRole("heading", { level: 1, name: "2段階認証" })).toBeVisible();
  const code = page.getByLabel("認証コード");
  const { text } = await diner.message(/次の認証コードを入力/);
  const right = /\b\d{4}\b/.exec(text)?.[0] ?? "";
  await code.fill(right === "0000" ? "1111" : "0000");
  await page.getByRole("button", { name: "認証する" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await code.fill(right);
  await page.getByRole("button", { name: "認証する" }).click();
  await expect(page.getByRole("navigation", { name: "メインメニュー" }).getByText("木村 葉子")).toBeVisible();
});
