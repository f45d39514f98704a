import type { Page } from "@playwright/test";
import { addSecurityKey, codeOf } from "../support/authenticator";
import { checkAccessibility } from "../support/axe";
import { PASSWORD } from "../support/diner";
import { mainMenu } from "../support/steps";
import { expect, test } from "../support/test";
import { WAYS } from "../support/ways";
import { words } from "../support/words";

const ja = {
  signIn: "ログインする",
  signInTitle: "ログイン",
  title: "2段階認証",
  code: "認証コード",
  wrongCode: "認証コードが正しくありません。",
  verify: "認証する",
  next: "続ける",
  back: "戻る",
  current: "現在のパスワード",
  wrongPassword: "現在のパスワードが正しくありません。",
  setUp: "認証アプリを登録する",
  whatItIs: /^認証アプリを登録すると/,
  picture: "認証アプリ用のQRコード",
  recovery: "リカバリーコード",
  copy: "コピーする",
  copied: "コピーしました。",
  kept: "保管しました",
  left: (count: number) => `残りのリカバリーコード：${count}個`,
  seen: "最終利用",
  endOthers: "ほかの端末をすべてログアウトする",
  othersEnded: "ほかの端末をすべてログアウトしました。",
  remove: "認証アプリを解除する",
  byCode: "認証アプリのコードで確認する",
  removedMail: /2段階認証が解除されました/,
  newPassword: "新しいパスワード",
  again: "新しいパスワード（確認）",
  change: "パスワードを変更する",
  differ: "確認のパスワードが一致しません。",
  changed: "パスワードを変更しました。ほかの端末はログアウトしました。",
  changedMail: /パスワードが変更されました/,
  appFirst: "先に認証アプリを登録してください。",
  addPasskey: "パスキーを登録する",
  passkeyName: "パスキーの名前",
  createPasskey: "端末で登録する",
  neverUsed: "未使用",
  signInByPasskey: "パスキーでログインする",
  rename: (name: string) => `${name}の名前を変更する`,
  save: "保存する",
  removePasskey: (name: string) => `${name}を削除する`,
  noPasskey: "パスキーは登録されていません。",
  mailed: "メールによる2段階認証を使う",
  updated: "設定を更新しました。",
  mailedOn: /メールによる2段階認証が有効になりました/,
};

const en: typeof ja = {
  signIn: "Sign in",
  signInTitle: "Sign in",
  title: "Two-factor authentication",
  code: "Code",
  wrongCode: "The code is wrong.",
  verify: "Verify",
  next: "Continue",
  back: "Back",
  current: "Current password",
  wrongPassword: "The current password is wrong.",
  setUp: "Set up an authenticator app",
  whatItIs: /^With an authenticator app/,
  picture: "QR code for the authenticator app",
  recovery: "Recovery codes",
  copy: "Copy",
  copied: "Copied.",
  kept: "I have saved them",
  left: (count) => `${count} recovery codes left`,
  seen: "last used",
  endOthers: "Sign out all other devices",
  othersEnded: "All other devices were signed out.",
  remove: "Remove the app",
  byCode: "Use a code from the app instead",
  removedMail: /Two-factor authentication was switched off/,
  newPassword: "New password",
  again: "New password (again)",
  change: "Change the password",
  differ: "The passwords do not match.",
  changed: "Your password was changed. Your other devices were signed out.",
  changedMail: /Your password was changed/,
  appFirst: "Set up an authenticator app first.",
  addPasskey: "Add a passkey",
  passkeyName: "Name of the passkey",
  createPasskey: "Continue on this device",
  neverUsed: "never used",
  signInByPasskey: "Sign in with a passkey",
  rename: (name) => `Rename ${name}`,
  save: "Save",
  removePasskey: (name) => `Remove ${name}`,
  noPasskey: "No passkey is registered.",
  mailed: "Use two-factor authentication by email",
  updated: "Your settings are saved.",
  mailedOn: /Two-factor authentication by email is on/,
};

const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

for (const { lang, width, height } of WAYS) {
  const w = { ja, en }[lang];
  const locale = lang === "ja" ? "ja-JP" : "en-US";
  const settings = `/${lang}/users/profile/security_settings`;

  async function signIn(page: Page, email: string): Promise<void> {
    await page.goto(`/${lang}/users/sign_in`);
    await page.getByLabel(words[lang].email).fill(email);
    await page.getByLabel(words[lang].password, { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: w.signIn, exact: true }).click();
  }

  async function signInTo(page: Page, email: string): Promise<void> {
    await signIn(page, email);
    await expect(page.getByRole("heading", { level: 1, name: w.title })).toBeVisible();
  }

  async function isIn(page: Page): Promise<void> {
    await expect(page).not.toHaveURL(/sign_in|two_factor/);
    const menu = await mainMenu(page, words[lang]);
    await expect(menu.getByText("木村 葉子").filter({ visible: true })).toBeVisible();
  }

  async function give(page: Page, code: string): Promise<void> {
    await page.getByLabel(w.code, { exact: true }).fill(code);
    await page.getByRole("button", { name: w.verify }).click();
  }

  async function authenticate(page: Page, label: string, value: string): Promise<void> {
    await page.getByLabel(label, { exact: true }).first().fill(value);
    await page.getByRole("button", { name: w.next, exact: true }).click();
  }

  test.describe(`${lang}, ${width} px`, () => {
    test.use({ locale, viewport: { width, height } });

    test("an authenticator app is set up, required, and disabled", async ({ page, context, browser, fresh }) => {
      const diner = await fresh({ locale: lang });
      await diner.enter(context);
      await page.goto(settings);
      await page.getByRole("button", { name: w.setUp }).click();
      await expect(page.getByLabel(w.current).first()).toBeFocused();
      await page.getByRole("button", { name: w.back, exact: true }).click();
      await expect(page.getByText(w.whatItIs)).toBeFocused();
      await page.getByRole("button", { name: w.setUp }).click();
      await authenticate(page, w.current, "Wrong-2026");
      await expect(alert(page, w.wrongPassword)).toBeVisible();
      await authenticate(page, w.current, PASSWORD);
      await expect(page.getByRole("img", { name: w.picture })).toBeVisible();
      await checkAccessibility(page);
      const key = await page.locator("code").innerText();
      await give(page, "000000");
      await expect(alert(page, w.wrongCode)).toBeVisible();
      await give(page, await codeOf(key, diner.api));
      await expect(page.getByRole("heading", { name: w.recovery })).toBeFocused();
      await checkAccessibility(page);
      const codes = await page
        .getByRole("list")
        .filter({ hasText: /[0-9A-Z]{4}-/ })
        .getByRole("listitem")
        .allInnerTexts();
      expect(codes).toHaveLength(10);
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: w.copy }).click();
      await expect(page.getByText(w.copied)).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));
      await page.getByRole("button", { name: w.kept }).click();
      await expect(page.getByText(w.left(10))).toBeVisible();

      const elsewhere = await browser.newContext();
      const other = await elsewhere.newPage();
      await signInTo(other, diner.email);
      await give(other, "000000");
      await expect(other.getByRole("alert").first()).toBeVisible();
      await give(other, await codeOf(key, diner.api, 1));
      await isIn(other);

      await page.reload();
      // The browser is in Los Angeles; all times are Japan's.
      const { now } = (await (await diner.api.get("/dev/clock")).json()) as { now: string };
      const [date = ""] = new Date(Date.parse(now) + 9 * 3_600_000).toISOString().split("T");
      await expect(
        page
          .getByText(w.seen)
          .filter({ hasText: words[lang].day(date) })
          .first(),
      ).toBeVisible();
      await page.getByRole("button", { name: w.endOthers }).click();
      await expect(page.getByText(w.othersEnded)).toBeVisible();
      await other.goto(settings);
      await expect(other.getByRole("heading", { level: 1, name: w.signInTitle })).toBeVisible();
      await signInTo(other, diner.email);
      await give(other, codes[0] ?? "");
      await isIn(other);
      await elsewhere.close();

      await page.reload();
      await expect(page.getByText(w.left(9))).toBeVisible();
      await page.getByRole("button", { name: w.remove }).click();
      await page.getByRole("button", { name: w.byCode }).click();
      await authenticate(page, w.code, codes[1] ?? "");
      await expect(page.getByRole("button", { name: w.setUp })).toBeVisible();
      await diner.message(w.removedMail);
    });

    test("a new password needs the current one, and is reported by mail", async ({ page, context, fresh }) => {
      const diner = await fresh({ locale: lang });
      await diner.enter(context);
      await page.goto(settings);
      const fill = async (current: string, again: string) => {
        await page.getByLabel(w.current).fill(current);
        await page.getByLabel(w.newPassword, { exact: true }).fill("Newer-2026");
        await page.getByLabel(w.again).fill(again);
        await page.getByRole("button", { name: w.change }).click();
      };
      await fill(PASSWORD, "Other-2026");
      await expect(page.getByText(w.differ)).toBeVisible();
      await fill("Wrong-2026", "Newer-2026");
      await expect(alert(page, w.wrongPassword)).toBeVisible();
      await fill(PASSWORD, "Newer-2026");
      await expect(page.getByText(w.changed)).toBeVisible();
      await diner.message(w.changedMail);
    });

    test("a passkey is added to the app, used to sign in, renamed and removed", async ({ browser, baseURL, fresh }) => {
      const { email } = await fresh({ locale: lang });
      // Passkeys belong to a host name: browsers know none of a bare address.
      const context = await browser.newContext({ baseURL: (baseURL ?? "").replace("127.0.0.1", "localhost") });
      const page = await context.newPage();
      await addSecurityKey(page);
      await signIn(page, email);
      await isIn(page);
      await page.goto(settings);
      await expect(page.getByText(w.appFirst)).toBeVisible();
      await page.getByRole("button", { name: w.setUp }).click();
      await authenticate(page, w.current, PASSWORD);
      await give(page, await codeOf(await page.locator("code").innerText(), page.request));
      await page.getByRole("button", { name: w.kept }).click();

      await page.getByRole("button", { name: w.addPasskey }).click();
      await authenticate(page, w.current, PASSWORD);
      await expect(page.getByLabel(w.passkeyName)).toBeFocused();
      await page.getByLabel(w.passkeyName).fill("自分のスマートフォン");
      await page.getByRole("button", { name: w.createPasskey }).click();
      const listed = page.locator("[data-passkeys] li");
      await expect(listed).toContainText("自分のスマートフォン");
      await expect(listed).toContainText(w.neverUsed);
      await checkAccessibility(page);

      await context.clearCookies();
      await signInTo(page, email);
      await checkAccessibility(page);
      await page.getByRole("button", { name: w.signInByPasskey }).click();
      await isIn(page);
      await page.goto(settings);
      await expect(listed).toContainText(w.seen);
      await page.getByRole("button", { name: w.rename("自分のスマートフォン") }).click();
      await page.getByLabel(w.passkeyName).fill("タブレット");
      await page.getByRole("button", { name: w.save, exact: true }).click();
      await expect(listed).toContainText("タブレット");

      await page.getByRole("button", { name: w.removePasskey("タブレット") }).click();
      await authenticate(page, w.current, PASSWORD);
      await expect(page.getByText(w.noPasskey)).toBeVisible();
      await context.close();
    });

    test("the mailed code is enabled immediately, and disabled with the password only", async ({
      page,
      context,
      fresh,
    }) => {
      const diner = await fresh({ locale: lang });
      await diner.enter(context);
      await page.goto(settings);
      const box = page.getByRole("checkbox", { name: w.mailed });
      await box.click();
      await expect(page.getByText(w.updated)).toBeVisible();
      await expect(box).toBeChecked();
      await expect(box).toBeFocused();
      await diner.message(w.mailedOn);
      await box.click();
      await expect(box, "it is on until it has been proven who asks").toBeChecked();
      await expect(page.getByLabel(w.current, { exact: true }).first()).toBeFocused();
      await checkAccessibility(page);
      await page.getByRole("button", { name: w.back, exact: true }).click();
      await expect(box).toBeFocused();
      await box.click();
      await authenticate(page, w.current, "Wrong-2026");
      await expect(alert(page, w.wrongPassword)).toBeVisible();
      await page.reload();
      await expect(box).toBeChecked();
      await box.click();
      await authenticate(page, w.current, PASSWORD);
      await expect(box).not.toBeChecked();
      await diner.message(w.removedMail);
      await page.reload();
      await expect(box).not.toBeChecked();
    });
  });
}
