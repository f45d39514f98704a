import type { Page } from "@playwright/test";
import { unusedContact, PASSWORD } from "../support/diner";
import { expect, test } from "../support/test";

const problem = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });
const submit = (page: Page) => page.getByRole("button", { name: "登録する", exact: true }).click();

// F003, F004
test("every rule of the form is shown next to its field", async ({ page }) => {
  await page.goto("/users/sign_up");
  await submit(page);
  const texts = [
    "姓を入力してください。",
    "名を入力してください。",
    "正しいメールアドレスを入力してください。",
    "8文字以上で、数字・英大文字・英小文字をそれぞれ含めてください。",
    "電話番号を正しく入力してください。",
    "電話番号の認証を済ませてください。",
    "都道府県を選んでください。",
    "利用規約への同意が必要です。",
  ];
  for (const text of texts) await expect(problem(page, text).first(), text).toBeVisible();
  await expect(page.getByLabel("姓", { exact: true })).toBeFocused();
  await expect(page).toHaveURL(/\/users\/sign_up$/);

  await page.getByLabel("姓", { exact: true }).fill("木村");
  await expect(problem(page, "姓を入力してください。")).toBeHidden();
  await page.getByLabel("メールアドレス").fill("kimura@");
  await expect(problem(page, "正しいメールアドレスを入力してください。")).toBeVisible();
  await page.getByLabel("メールアドレス").fill("kimura@example.test");
  await expect(problem(page, "正しいメールアドレスを入力してください。")).toBeHidden();
  for (const weak of ["abcdefgh", "Abcdefgh", "abcdefg1", "Abcde1"]) {
    await page.getByLabel("パスワード", { exact: true }).fill(weak);
    await expect(problem(page, "8文字以上で"), weak).toBeVisible();
  }
  await page.getByLabel("パスワード", { exact: true }).fill("Abcdefk1");
  await expect(problem(page, "8文字以上で")).toBeHidden();
});

// F008
test("the terms can be accepted once they are scrolled to their end", async ({ page }) => {
  await page.goto("/users/sign_up");
  const agree = page.getByRole("checkbox", { name: "利用規約に同意します" });
  await expect(agree).toBeDisabled();
  const terms = page.getByRole("region", { name: "利用規約" });
  await terms.press("PageDown");
  await expect(agree).toBeDisabled();
  await terms.press("End");
  await expect(agree).toBeEnabled();
  await terms.press("Home");
  await expect(agree).toBeEnabled();
});

// F007
test("a foreign number sets the prefecture to overseas, and back", async ({ page }) => {
  await page.goto("/users/sign_up");
  const prefecture = page.getByLabel("都道府県");
  await expect(prefecture.getByRole("option", { name: "海外" })).toHaveCount(0);
  await expect(prefecture.getByRole("option")).toHaveCount(48);
  await prefecture.selectOption("東京都");

  await page.getByRole("checkbox", { name: "日本以外の電話番号を使う" }).check();
  const country = page.getByRole("combobox", { name: "国・地域" });
  await country.click();
  await country.fill("アメリカ合衆国");
  await country.press("Enter");
  await expect(prefecture.getByRole("option")).toHaveCount(1);
  await expect(prefecture).toHaveValue("overseas");

  await page.getByRole("checkbox", { name: "日本以外の電話番号を使う" }).uncheck();
  await expect(prefecture).toHaveValue("");
  await expect(prefecture.getByRole("option")).toHaveCount(48);
});

// F009
test("full-width digits are accepted, and the call button needs a phone number", async ({ page }) => {
  await page.goto("/users/sign_up");
  const number = page.getByLabel("電話番号", { exact: true });
  const call = page.getByRole("button", { name: "電話で認証する" });
  await number.fill("０９０１２３");
  await expect(number).toHaveValue("090123");
  await expect(call).toBeHidden();
  await expect(page.getByText("電話番号を正しく入力してください。").first()).toBeVisible();
  await number.fill("０９０－１２３４－５６７８");
  await expect(number).toHaveValue("09012345678");
  await expect(call).toBeVisible();
});

// F015, F016, F017, F018
test("a diner may verify the phone number by SMS; the number is locked from then on", async ({ page, guest }) => {
  const { email, localNumber } = unusedContact();
  await page.goto("/users/sign_up");
  await page.getByLabel("電話番号", { exact: true }).fill(`0${localNumber}`);
  await page.getByRole("button", { name: "SMSで認証する" }).click();
  await page.getByRole("button", { name: "認証コードを送る" }).click();
  await expect(page.getByRole("button", { name: /再送できるまで \d+秒/ })).toBeDisabled();
  const code = page.getByLabel("認証コード（4桁）");
  const confirm = page.getByRole("button", { name: "確認する" });
  const { text } = await guest.message(/\d{4}/, `+81${localNumber}`);
  const right = /\d{4}/.exec(text)?.[0] ?? "";
  const wrong = right === "0000" ? "1111" : "0000";

  await code.fill("12");
  await expect(confirm).toBeDisabled();
  await code.fill(wrong);
  await confirm.click();
  await expect(page.getByRole("alert").filter({ hasText: "認証コード" })).toBeVisible();
  await expect(code).toHaveValue("");
  await expect(code).toBeFocused();
  await page.reload();
  await expect(page.getByRole("button", { name: /再送できるまで \d+秒/ })).toBeDisabled();
  await code.fill(right);
  await code.press("Enter");
  await expect(page.getByText("電話番号を確認しました。")).toBeVisible();
  await expect(page.getByLabel("電話番号", { exact: true })).not.toBeEditable();

  await page.getByLabel("姓", { exact: true }).fill("木村");
  await page.getByLabel("名", { exact: true }).fill("葉子");
  await page.getByLabel("メールアドレス").fill(email);
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await page.getByLabel("都道府県").selectOption("京都府");
  await page.getByRole("region", { name: "利用規約" }).press("End");
  await page.getByRole("checkbox", { name: "利用規約に同意します" }).check();
  await submit(page);
  await expect(page.getByRole("heading", { level: 1, name: "気になるお店を選ぶ" })).toBeVisible();
  await page.goto("/users/profile");
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByText("京都府")).toBeVisible();
});

test("the server reports a taken address, and the form keeps its values", async ({ page, fresh }) => {
  const taken = await fresh();
  const { localNumber } = unusedContact();
  await page.goto("/users/sign_up");
  await page.getByLabel("姓", { exact: true }).fill("木村");
  await page.getByLabel("名", { exact: true }).fill("葉子");
  await page.getByLabel("メールアドレス").fill(taken.email);
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await page.getByLabel("電話番号", { exact: true }).fill(`0${localNumber}`);
  await page.getByRole("button", { name: "電話で認証する" }).click();
  await expect(page.getByText("お電話をお待ちしています")).toBeVisible();
  await taken.call(`+81${localNumber}`);
  await expect(page.getByText("電話番号を確認しました。")).toBeVisible();
  await page.getByLabel("都道府県").selectOption("東京都");
  await page.getByRole("region", { name: "利用規約" }).press("End");
  await page.getByRole("checkbox", { name: "利用規約に同意します" }).check();
  await submit(page);
  await expect(page.getByLabel("メールアドレス")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("姓", { exact: true })).toHaveValue("木村");
});
