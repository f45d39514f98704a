import type { Page } from "@playwright/test";
import { addSecurityKey, codeOf } from "../support/authenticator";
import { checkAccessibility } from "../support/axe";
import { PASSWORD } from "../support/diner";
import { expect, test } from "../support/test";

const SETTINGS = "/users/profile/security_settings";

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/users/sign_in");
  await page.getByLabel("メールアドレス").fill(email);
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "ログインする" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "2段階認証" })).toBeVisible();
}

async function give(page: Page, code: string): Promise<void> {
  await page.getByLabel("認証コード").fill(code);
  await page.getByRole("button", { name: "認証する" }).click();
}

async function prove(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).first().fill(value);
  await page.getByRole("button", { name: "続ける" }).click();
}

test("an authenticator app is set up, asked for, and switched off again", async ({ page, context, browser, fresh }) => {
  const diner = await fresh();
  await diner.enter(context);
  await page.goto(SETTINGS);
  await page.getByRole("button", { name: "認証アプリを登録する" }).click();
  await expect(page.getByLabel("現在のパスワード").first()).toBeFocused();
  await page.getByRole("button", { name: "戻る" }).click();
  await expect(page.getByText("認証アプリを登録すると")).toBeFocused();
  await page.getByRole("button", { name: "認証アプリを登録する" }).click();
  await prove(page, "現在のパスワード", "Wrong-2026");
  await expect(page.getByRole("alert").filter({ hasText: "パスワード" })).toBeVisible();
  await prove(page, "現在のパスワード", PASSWORD);
  await expect(page.getByRole("img", { name: "認証アプリ用のQRコード" })).toBeVisible();
  await checkAccessibility(page);
  const key = await page.locator("code").innerText();
  await give(page, "000000");
  await expect(page.getByRole("alert").filter({ hasText: "認証コード" })).toBeVisible();
  await give(page, await codeOf(key, diner.api));
  await expect(page.getByRole("heading", { name: "リカバリーコード" })).toBeFocused();
  await checkAccessibility(page);
  const codes = await page
    .getByRole("list")
    .filter({ hasText: /[0-9A-Z]{4}-/ })
    .getByRole("listitem")
    .allInnerTexts();
  expect(codes).toHaveLength(10);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "コピーする" }).click();
  await expect(page.getByText("コピーしました。")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));
  await page.getByRole("button", { name: "保管しました" }).click();
  await expect(page.getByText("残りのリカバリーコード：10個")).toBeVisible();

  const elsewhere = await browser.newContext({ locale: "ja-JP" });
  const other = await elsewhere.newPage();
  await signIn(other, diner.email);
  await give(other, "000000");
  await expect(other.getByRole("alert").first()).toBeVisible();
  await give(other, await codeOf(key, diner.api, 1));
  await expect(other.getByRole("navigation", { name: "メインメニュー" }).getByText("木村 葉子")).toBeVisible();

  await page.reload();
  // The browser stands in Los Angeles; all times are Japan's.
  const { now } = (await (await diner.api.get("/dev/clock")).json()) as { now: string };
  const digits = { year: "numeric", month: "2-digit", day: "2-digit", timeZone: "Asia/Tokyo" } as const;
  const [year, month, day] = new Intl.DateTimeFormat("ja", digits).format(new Date(now)).split("/");
  await expect(page.getByText(`最終利用 ${year}年${month}月${day}日`).first()).toBeVisible();
  await page.getByRole("button", { name: "ほかの端末をすべてログアウトする" }).click();
  await expect(page.getByText("ほかの端末をすべてログアウトしました。")).toBeVisible();
  await other.goto(SETTINGS);
  await expect(other.getByRole("heading", { level: 1, name: "ログイン" })).toBeVisible();
  await signIn(other, diner.email);
  await give(other, codes[0] ?? "");
  await expect(other.getByRole("navigation", { name: "メインメニュー" }).getByText("木村 葉子")).toBeVisible();
  await elsewhere.close();

  await page.reload();
  await expect(page.getByText("残りのリカバリーコード：9個")).toBeVisible();
  await page.getByRole("button", { name: "認証アプリを解除する" }).click();
  await page.getByRole("button", { name: "認証アプリのコードで確認する" }).click();
  await prove(page, "認証コード", codes[1] ?? "");
  await expect(page.getByRole("button", { name: "認証アプリを登録する" })).toBeVisible();
  await diner.message(/2段階認証が解除されました/);
});

test("a new password is set by the current one, and is told by mail", async ({ page, context, fresh }) => {
  const diner = await fresh();
  await diner.enter(context);
  await page.goto(SETTINGS);
  const fill = async (current: string, again: string) => {
    await page.getByLabel("現在のパスワード").fill(current);
    await page.getByLabel("新しいパスワード", { exact: true }).fill("Newer-2026");
    await page.getByLabel("新しいパスワード（確認）").fill(again);
    await page.getByRole("button", { name: "パスワードを変更する" }).click();
  };
  await fill(PASSWORD, "Other-2026");
  await expect(page.getByText("パスワードが一致しません。")).toBeVisible();
  await fill("Wrong-2026", "Newer-2026");
  await expect(page.getByRole("alert").filter({ hasText: "現在のパスワード" })).toBeVisible();
  await fill(PASSWORD, "Newer-2026");
  await expect(page.getByText("パスワードを変更しました。ほかの端末はログアウトしました。")).toBeVisible();
  await diner.message(/パスワードが変更されました/);
});

test("a passkey is added beside the app, used to sign in, renamed and removed", async ({ browser, baseURL, fresh }) => {
  const { email } = await fresh();
  // Passkeys belong to a host name: browsers know none of a bare address.
  const context = await browser.newContext({
    locale: "ja-JP",
    baseURL: (baseURL ?? "").replace("127.0.0.1", "localhost"),
  });
  const page = await context.newPage();
  await addSecurityKey(page);
  await page.goto("/users/sign_in");
  await page.getByLabel("メールアドレス").fill(email);
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "ログインする" }).click();
  await expect(page.getByRole("navigation", { name: "メインメニュー" }).getByText("木村 葉子")).toBeVisible();
  await page.goto(SETTINGS);
  await expect(page.getByText("先に認証アプリを登録してください。")).toBeVisible();
  await page.getByRole("button", { name: "認証アプリを登録する" }).click();
  await prove(page, "現在のパスワード", PASSWORD);
  await give(page, await codeOf(await page.locator("code").innerText(), page.request));
  await page.getByRole("button", { name: "保管しました" }).click();

  await page.getByRole("button", { name: "パスキーを登録する" }).click();
  await prove(page, "現在のパスワード", PASSWORD);
  await expect(page.getByLabel("パスキーの名前")).toBeFocused();
  await page.getByLabel("パスキーの名前").fill("自分のスマートフォン");
  await page.getByRole("button", { name: "端末で登録する" }).click();
  const listed = page.locator("[data-passkeys] li");
  await expect(listed).toContainText("自分のスマートフォン");
  await expect(listed).toContainText("未使用");
  await checkAccessibility(page);

  await context.clearCookies();
  await signIn(page, email);
  await checkAccessibility(page);
  await page.getByRole("button", { name: "パスキーでログインする" }).click();
  await expect(page.getByRole("navigation", { name: "メインメニュー" }).getByText("木村 葉子")).toBeVisible();
  await page.goto(SETTINGS);
  await expect(listed).toContainText("最終利用");
  await page.getByRole("button", { name: "自分のスマートフォンの名前を変更する" }).click();
  await page.getByLabel("パスキーの名前").fill("タブレット");
  await page.getByRole("button", { name: "保存する" }).click();
  await expect(listed).toContainText("タブレット");

  await page.getByRole("button", { name: "タブレットを削除する" }).click();
  await prove(page, "現在のパスワード", PASSWORD);
  await expect(page.getByText("パスキーは登録されていません。")).toBeVisible();
  await context.close();
});

test("the mailed code is switched on at once, and off by the password only", async ({ page, context, fresh }) => {
  const diner = await fresh();
  await diner.enter(context);
  await page.goto(SETTINGS);
  const box = page.getByRole("checkbox", { name: "メールによる2段階認証を使う" });
  await box.check();
  await expect(page.getByText("設定を更新しました。")).toBeVisible();
  await expect(box).toBeFocused();
  await diner.message(/メールによる2段階認証が有効になりました/);
  await box.click();
  await expect(box, "it is on until it has been proven who asks").toBeChecked();
  await expect(page.getByLabel("現在のパスワード", { exact: true }).first()).toBeFocused();
  await checkAccessibility(page);
  await page.getByRole("button", { name: "戻る" }).click();
  await expect(box).toBeFocused();
  await box.click();
  await prove(page, "現在のパスワード", "Wrong-2026");
  await expect(page.getByRole("alert").filter({ hasText: "パスワード" })).toBeVisible();
  await page.reload();
  await expect(box).toBeChecked();
  await box.click();
  await prove(page, "現在のパスワード", PASSWORD);
  await expect(box).not.toBeChecked();
  await diner.message(/2段階認証が解除されました/);
  await page.reload();
  await expect(box).not.toBeChecked();
});
