import type { Locator, Page } from "@playwright/test";
import { checkAccessibility } from "../support/axe";
import { unusedContact } from "../support/diner";
import { openSlot } from "../support/slots";
import {
  CARDS,
  agreeToTerms,
  chooseSeat,
  fillCard,
  fillSignUp,
  pickDay,
  proceedToReview,
  tickEverything,
} from "../support/steps";
import { expect, test } from "../support/test";

const SLUG = "sushi-kagura";
const complete = (page: Page) => page.getByRole("button", { name: "支払って予約を確定する" });
const register = (page: Page) => page.getByRole("button", { name: "登録する", exact: true });

/** No page shows a phrase of HTTP. */
const phrase = (page: Page) => page.getByText(/Unprocessable|Not Found|Bad Request|Service Unavailable/);

async function expectNextTo(refusal: Locator, button: Locator): Promise<void> {
  await expect(refusal).toBeFocused();
  await expect(refusal).toBeInViewport({ ratio: 0.9 });
  await expect(button).toBeInViewport({ ratio: 0.5 });
}

test("a visitor picks a day, signs up, and books that day; no step loses it", async ({
  page,
  guest,
  complaints,
  freeDay,
}) => {
  await page.goto(`/r/${SLUG}`);
  const date = await freeDay(SLUG);
  await pickDay(page, date);
  const [month, day] = date.split("-").slice(1).map(Number);
  const intent = page.getByText(`鮨かぐら ${month}月${day}日の予約を続けます。`);
  await chooseSeat(page, /カウンター 17:30/);
  await page.getByRole("radio", { name: /^おまかせコース/ }).check();
  await page.getByRole("button", { name: "予約内容の確認へ進む" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "ログイン" })).toBeVisible();
  await expect(intent).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole("main").getByRole("link", { name: "新規会員登録" }).click();
  await expect(intent).toBeVisible();

  let review = "";
  await test.step("the form's values survive a reload and a change of language", async () => {
    await fillSignUp(page, guest, unusedContact());
    await page.goto("/en/users/sign_up");
    await expect(page.getByText(/^You are booking at Sushi Kagura for/)).toBeVisible();
    await page.goto("/ja/users/sign_up");
    await expect(intent).toBeVisible();
    await expect(page.getByLabel("姓", { exact: true })).toHaveValue("木村");
    await expect(page.getByText("電話番号を確認しました。")).toBeVisible();
    await expect(page.getByLabel("パスワード", { exact: true })).toHaveValue("");
    await page.getByLabel("パスワード", { exact: true }).fill("Seki-2026");
    await agreeToTerms(page);
  });

  await test.step("a lost connection is reported next to the button, and the form stays", async () => {
    await page.context().setOffline(true);
    await register(page).click();
    await expectNextTo(page.getByRole("alert").filter({ hasText: "通信できませんでした" }), register(page));
    await page.context().setOffline(false);
    await register(page).click();
  });

  await test.step("the day is chosen, and the whole choice survives a reload", async () => {
    await expect(page.getByRole("heading", { level: 1, name: "鮨かぐらを予約する" })).toBeVisible();
    expect(new URL(page.url()).searchParams.get("date")).toBe(date);
    await expect(page.getByRole("radio", { name: /カウンター 17:30/ })).toBeChecked();
    await page.reload();
    await expect(page.getByLabel("人数", { exact: true })).toHaveValue("2");
    await expect(page.getByRole("radio", { name: /^おまかせコース/ })).toBeChecked();
    await page.goto("/users/after_registrations/confirm_email");
    await expect(intent).toBeVisible();
    await page.getByRole("link", { name: "続ける" }).click();
    await expect(page.getByLabel("人数", { exact: true })).toHaveValue("2");
    await expect(page.getByRole("radio", { name: /^おまかせコース/ })).toBeChecked();
    await proceedToReview(page);
    review = page.url();
  });

  await test.step("a declined card is reported next to the button, and another one pays", async () => {
    await fillCard(page, CARDS.emptyLater);
    await page.getByRole("button", { name: "カードを登録する" }).click();
    await expect(page.getByText("末尾 0341")).toBeVisible();
    await tickEverything(page);
    await complete(page).click();
    await expectNextTo(page.getByRole("alert").filter({ hasText: "カード" }), complete(page));
    await page.context().setOffline(true);
    await complete(page).click();
    await expectNextTo(page.getByRole("alert").filter({ hasText: "通信できませんでした" }), complete(page));
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "カードを変更する" }).click();
    await fillCard(page, CARDS.plain);
    await page.getByLabel("現在のパスワード").fill("Seki-2026");
    await page.getByRole("button", { name: "カードを登録する" }).click();
    await expect(page.getByText("末尾 4242")).toBeVisible();
    await complete(page).click();
    await expect(page.getByRole("heading", { level: 1, name: "鮨かぐらの予約" })).toBeVisible();
  });

  await test.step("neither the back button nor another tab reports the booking as lost", async () => {
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "鮨かぐらの予約" })).toBeVisible();
    await expect(page.getByText("ご予約は確定しています。")).toBeVisible();
    await expect(page.getByText("予約確定", { exact: true }).first()).toBeVisible();
    await page.reload();
    await expect(page.getByText("予約確定", { exact: true }).first()).toBeVisible();
    const other = await page.context().newPage();
    await other.goto(review);
    await expect(other.getByRole("heading", { level: 1, name: "鮨かぐらの予約" })).toBeVisible();
    await expect(phrase(other)).toHaveCount(0);
    await other.close();
    await page.goto("/users/after_registrations/confirm_email");
    await expect(page.getByText(/に確認メールをお送りしました/)).toBeVisible();
    await expect(intent, "it is booked").toBeHidden();
  });
  // Chromium notes the line that was cut.
  complaints.splice(0, complaints.length, ...complaints.filter((each) => !each.includes("ERR_INTERNET_DISCONNECTED")));
});

test("a visitor's heart becomes a favourite after sign-up", async ({ page, guest }) => {
  await page.goto("/r/yakitori-tomoshibi");
  await page.getByRole("button", { name: "お気に入りに追加" }).click();
  await expect(page.getByText("ログインすると、焼鳥ともしびをお気に入りに追加します。")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "新規会員登録" }).click();
  const intent = page.getByText("登録すると、焼鳥ともしびをお気に入りに追加します。");
  await expect(intent).toBeVisible();
  await page.reload();
  await expect(intent).toBeVisible();
  await fillSignUp(page, guest, unusedContact());
  await register(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "焼鳥ともしび" })).toBeVisible();
  await expect(page.getByRole("button", { name: "お気に入り登録済み" })).toBeVisible();

  // Signed out in another tab: the heart asks to sign in again instead of failing.
  await page.context().clearCookies({ name: "seki_diner" });
  await page.getByRole("button", { name: "お気に入り登録済み" }).click();
  await expect(page.getByText("ログインすると、焼鳥ともしびをお気に入りに追加します。")).toBeVisible();
});

test("an expired hold redirects with one message, from every page that still shows it", async ({
  page,
  fresh,
  freeDay,
}) => {
  const diner = await fresh();
  await diner.registerCard(CARDS.plain);
  await diner.enter(page.context());
  const uid = await openSlot(diner, SLUG, await freeDay(SLUG));
  await page.goto(`/r/${SLUG}/reservations/${uid}/review`);
  await tickEverything(page);
  const other = await page.context().newPage();
  await other.goto(`/r/${SLUG}/reservations/${uid}/review`);
  await other.getByRole("button", { name: "予約をやめる" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "予約をやめる" }).click();
  await expect(other.getByRole("heading", { level: 1, name: /鮨かぐら/ })).toBeVisible();

  const sentence = "お席の確保時間が終了しました。もう一度お選びください。";
  await other.goBack();
  await expect(other.getByRole("heading", { level: 1, name: "鮨かぐら", exact: true })).toBeVisible();
  await expect(other.getByText(sentence)).toBeVisible();
  await expect(phrase(other)).toHaveCount(0);

  await complete(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "鮨かぐら", exact: true })).toBeVisible();
  await expect(page.getByText(sentence)).toBeVisible();
});
