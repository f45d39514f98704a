import type { APIResponse, Browser, Locator, Page } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import { PASSWORD } from "../../support/diner";
import { Template } from "../../support/refill";
import { JUSTIFICATION } from "../../support/admin";
import { laterThan, staffInvitation } from "../../support/staff";
import { CARDS, chooseSeat, fillCard, proceedToReview, tickEverything } from "../../support/steps";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";
import { words } from "../../support/words";

const SLUG = `sushi-aoba-${Date.now().toString(36)}`;
const CHEF = `chef-${Date.now().toString(36)}@aoba.test`;

/** The specification's, in its order; the fourth has no heading to be seen. */
/** The selection, and the columns of the specification (admin §2). */
const COLUMNS = [
  "",
  "ピン",
  "ID",
  "店舗名",
  "設定",
  "JE",
  "Stripe設定",
  "TC",
  "Future",
  "ログイン",
  "受付開始",
  "通知先メール",
  "公開設定",
  "noindex",
];

async function choose(form: Page | Locator, page: Page, label: string, option: string): Promise<void> {
  await form.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** Adds a record on the page of its kind. */
async function add(page: Page, kind: string, fill: (form: Locator) => Promise<void>): Promise<void> {
  await page.getByRole("link", { name: kind, exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: kind })).toBeVisible();
  await page.getByRole("button", { name: "追加する" }).click();
  const form = page.getByRole("dialog");
  await fill(form);
  await form.getByRole("button", { name: "保存する" }).click();
  await expect(form).toBeHidden();
}

/** Invites the restaurant's first owner, who follows the mail. */
async function inviteOwner(page: Page, browser: Browser): Promise<void> {
  await page.getByRole("link", { name: "スタッフ", exact: true }).click();
  await expect(page.getByText("まだ誰もログインできません。")).toBeVisible();
  await page.getByRole("button", { name: "スタッフを招待" }).click();
  const form = page.getByRole("dialog", { name: /スタッフを招待/ });
  await form.getByLabel("メールアドレス").fill(CHEF);
  await form.getByLabel("お名前").fill("親方");
  await form.getByLabel("権限").selectOption("owner");
  await form.getByLabel("理由").fill(JUSTIFICATION.reason);
  await form.getByLabel("現在のパスワード").fill(JUSTIFICATION.current_password);
  await form.getByRole("button", { name: "招待を送る" }).click();
  await expect(form).toBeHidden();
  await checkAccessibility(page);
  const context = await browser.newContext({ locale: "ja-JP" });
  const chef = await context.newPage();
  await chef.goto(await staffInvitation(page, CHEF));
  await chef.getByLabel("新しいパスワード").first().fill(PASSWORD);
  await chef.getByLabel(/確認/).fill(PASSWORD);
  await chef.getByRole("button", { name: "招待を受ける" }).click();
  await expect(chef.getByRole("heading", { level: 1, name: "ログイン" })).toBeVisible();
  await context.close();
}

/** Signs in on the sign-in page, as the admin who has every permission. */
async function signIn(page: Page): Promise<void> {
  await page.goto("/admin/restaurants");
  await page.getByLabel("メールアドレス").fill("admin@seki.test");
  await page.getByLabel("パスワード").fill(PASSWORD);
  await page.getByRole("button", { name: "ログイン" }).click();
}

/** A slot of both seats for a day in a week, made from a template; answers the day. */
async function makeSlot(page: Page): Promise<string> {
  const shop = await page.request.get(`/r/${SLUG}`, { headers: { Accept: "application/json" } });
  const { data } = (await shop.json()) as { data: { calendar: { today: string } } };
  const date = laterThan(data.calendar.today, 7);
  await page.getByRole("link", { name: "枠の自動補充", exact: true }).click();
  const template = new Template(page, "毎日の夜");
  await template.create();
  await template.offerEveryCount();
  await template.offerTime("18:00");
  await template.offerFirstCourse();
  await template.offerEveryWeekday();
  await template.openRefill();
  await template.previewSpan(date, date);
  await template.fill(1);
  return date;
}

/** Takes both seats of the day, on the pages that diners have. */
async function book(page: Page, date: string): Promise<void> {
  await page.goto(`/r/${SLUG}`);
  await page.getByRole("link", { name: words.ja.reserve, exact: true }).filter({ visible: true }).first().click();
  await page.locator(`[data-date="${date}"]`).click();
  await chooseSeat(page, /カウンター 18:00/);
  await proceedToReview(page);
  await fillCard(page, CARDS.plain);
  await page.getByRole("button", { name: words.ja.cardRegister, exact: true }).click();
  await expect(page.getByText(words.ja.cardSaved)).toBeVisible();
  await checkAccessibility(page);
  await tickEverything(page);
  await page.getByRole("button", { name: /予約を確定する/ }).click();
  await expect(page.getByText(words.ja.accepted, { exact: true }).first()).toBeVisible();
}

/** Changes the visibility of the restaurant, and returns the answer: a new restaurant is hidden. */
async function setVisibility(page: Page, visibility: string): Promise<APIResponse> {
  const list = await page.request.get("/admin/restaurants", { headers: { Accept: "application/json" } });
  const headers = { Accept: "application/json", "X-CSRF-Token": list.headers()["x-csrf-token"] ?? "" };
  const data = { restaurant: { visibility }, ...JUSTIFICATION };
  return page.request.put(`/admin/api/r/${SLUG}/restaurant_dengerous_settings`, { data, headers });
}

/** Other specs of the same demo count the restaurants that diners see. */
test.afterEach(async ({ page }) => {
  const answer = await setVisibility(page, "hidden");
  // The record is missing if the test failed before creating it.
  expect([200, 404], await answer.text()).toContain(answer.status());
});

// F182, F183, F184, F203
test("a restaurant is set up from nothing, until a diner has booked there", async ({ page, fresh, browser }) => {
  test.slow();
  await signIn(page);
  await expect(page.getByRole("heading", { level: 1, name: "店舗一覧" })).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole("link", { name: "店舗を登録" }).click();
  await page.getByRole("button", { name: "登録する" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await page.getByLabel("スラッグ").fill(SLUG);
  await page.getByLabel("店名（日本語）").fill("鮨あおば");
  await page.getByLabel("店名（英語）").fill("Sushi Aoba");
  await choose(page, page, "エリア", "東京");
  await page.getByRole("combobox", { name: "料理" }).click();
  await page.getByRole("option").nth(1).click();
  await choose(page, page, "都道府県", "東京都");
  await checkAccessibility(page);
  await page.getByRole("button", { name: "登録する" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "鮨あおば" })).toBeVisible();
  await expect(page.getByText("まだ予約できません。")).toBeVisible();
  await expect(page.getByText("必須", { exact: true })).toHaveCount(9);
  expect((await setVisibility(page, "public")).status()).toBe(200);
  await page.reload();
  await expect(page.getByText("必須", { exact: true })).toHaveCount(8);
  const seats = page.getByRole("listitem").filter({ hasText: "席グループ" }).filter({ hasText: "必須" });
  await expect(seats.getByRole("link")).toHaveText(["席グループ", "座席"]);
  await checkAccessibility(page);

  await add(page, "営業区分", async () => {});
  await add(page, "席グループ", async (form) => {
    await form.getByLabel("名称（日本語）").fill("カウンター");
    await form.getByLabel("名称（英語）").fill("Counter");
    await form.getByLabel("略称").fill("C");
    await choose(form, page, "種類", "カウンター");
  });
  await page.getByRole("link", { name: "枠の自動補充", exact: true }).click();
  await page.getByRole("link", { name: "テンプレートを作成" }).click();
  const lacking = page.getByRole("alert").filter({ hasText: "この席グループには座席がありません。" });
  await expect(page.getByRole("checkbox", { name: "すべての席" }), "there is none to choose").toBeHidden();
  await lacking.getByRole("link", { name: "座席" }).click();
  await add(page, "座席", async (form) => {
    await expect(form.getByRole("combobox", { name: "席グループ" }), "the only one").toHaveText("カウンター");
    await form.getByLabel("名称").fill("C1\nC2");
  });
  await expect(page.getByRole("listitem").filter({ hasText: "C2" })).toBeVisible();
  await add(page, "コース", async (form) => {
    await choose(form, page, "営業区分", "ディナー");
    await form.getByLabel("名称（日本語）").fill("おまかせ");
    await form.getByLabel("名称（英語）").fill("Omakase");
    await form.getByLabel("価格（税込・円）").fill("12000");
    await checkAccessibility(page);
  });
  await page.getByRole("link", { name: "店舗情報", exact: true }).click();
  await expect(page.getByRole("button", { name: "今すぐ開始" }), "an owner and an address are missing").toHaveCount(0);
  await expect(page.getByRole("link", { name: "オーナーを登録" })).toBeVisible();
  await inviteOwner(page, browser);
  await page.getByRole("link", { name: "店舗情報", exact: true }).click();
  await page.getByRole("link", { name: "通知先メールを登録" }).click();
  await page.getByLabel("メールアドレス").fill(CHEF);
  await page.getByRole("button", { name: "保存する" }).click();
  await expect(page.getByRole("link", { name: CHEF })).toBeVisible();

  await page.getByRole("link", { name: "受付ラウンド設定", exact: true }).click();
  await page.getByRole("button", { name: "グループなし（通常の受付）を設定する" }).click();
  const plan = page.getByRole("dialog", { name: "受付ラウンドの設定" });
  await plan.getByRole("radio", { name: "期限なし" }).check();
  await plan.getByRole("button", { name: "保存する" }).click();
  await expect(plan).toBeHidden();
  await page.getByRole("link", { name: "写真", exact: true }).first().click();
  await page.getByLabel("写真のファイル").setInputFiles("fixtures/pictures/hero.webp");
  await page.getByLabel("写真1の説明（日本語）").fill("カウンター");
  await page.getByRole("button", { name: "保存する" }).click();
  await expect(page.getByText("保存しました。", { exact: true })).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole("link", { name: "店舗情報", exact: true }).click();
  await page.getByRole("link", { name: "店舗情報を編集" }).click();
  await page.getByLabel("住所（日本語）").fill("東京都中央区銀座1-1-1");
  await checkAccessibility(page);
  await page.getByRole("button", { name: "保存する" }).click();
  await expect(page.getByText("東京都中央区銀座1-1-1")).toBeVisible();
  const date = await makeSlot(page);
  await page.getByRole("link", { name: "店舗情報", exact: true }).click();
  await page.getByRole("button", { name: "今すぐ開始" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "OK" }).click();
  await expect(page.getByText("いま予約できます。")).toBeVisible();
  await expect(page.locator(":focus"), "the pane of what was set keeps the focus").toContainText("設定：運営 太郎");
  await expect(page.getByText("必須", { exact: true })).toHaveCount(0);

  const diner = await fresh();
  await diner.enter(page.context());
  await book(page, date);
  const mail = await diner.message(/新規予約/, CHEF);
  expect(mail.text).toContain("木村 葉子");

  await page.goto("/admin/restaurants");
  await page.getByLabel("店舗名・スラッグ・ID").fill("あおば");
  const found = page.getByRole("table", { name: "検索結果" });
  const row = found.getByRole("row").filter({ hasText: SLUG });
  await expect(row).toContainText("公開");
  await expect(found.getByRole("columnheader")).toHaveText(COLUMNS);
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect(page.getByRole("list", { name: "検索結果" }), "no room for thirteen columns").toContainText("鮨あおば");
  await isAtMostWide(page, 1024);
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole("button", { name: "鮨あおばをピン留めする" }).click();
  await page.getByLabel("店舗名・スラッグ・ID").fill("");
  await expect(page.getByRole("table", { name: "ピン留め" })).toContainText("鮨あおば");
  await page.getByLabel("店舗名・スラッグ・ID").fill("どこにもない店");
  await expect(page.getByText("表示する店舗がありません。")).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin/restaurants?type=oea_past_ec&locale=en");
  const tab = page.getByRole("tab", { selected: true });
  await expect(tab).toHaveText("Open, EC");
  const end = async () => {
    const box = await tab.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? Infinity);
  };
  await expect.poll(end, "it is not cut off by the edge").toBeLessThanOrEqual(390);
});
