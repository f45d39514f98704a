import type { Browser, Locator, Page } from "@playwright/test";
import { signInAsAdmin } from "../../support/admin";
import { checkAccessibility } from "../../support/axe";
import { PASSWORD } from "../../support/diner";
import { laterThan, staffInvitation } from "../../support/staff";
import { expect, test } from "../../support/test";

const SLUG = `sushi-aoba-${Date.now().toString(36)}`;
const CHEF = `chef-${Date.now().toString(36)}@aoba.test`;

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
  await page.getByRole("button", { name: "スタッフを招待" }).click();
  const form = page.getByRole("dialog", { name: /スタッフを招待/ });
  await form.getByLabel("メールアドレス").fill(CHEF);
  await form.getByLabel("お名前").fill("親方");
  await form.getByLabel("権限").selectOption("owner");
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

/** A write of the signed-in admin for which there is no screen here. */
async function post(page: Page, path: string, data: object, from = "/admin/restaurants"): Promise<void> {
  const seen = await page.request.get(from, { headers: { Accept: "application/json" } });
  const headers = { Accept: "application/json", "X-CSRF-Token": seen.headers()["x-csrf-token"] ?? "" };
  const answer = await page.request.post(path, { data, headers });
  expect(answer.ok(), `POST ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
}

/** A slot of both seats in a week, written by the restaurant's owner through whose eyes the admin looks. */
async function openSlot(page: Page): Promise<string> {
  const listed = await page.request.get(`/admin/api/restaurant_future?search_keywords[]=${SLUG}`);
  const [row] = (await listed.json()) as { owner: { id: number } }[];
  const home = `/owners?owners_restaurant_slug=${SLUG}`;
  await post(page, `/admin/owners/${row?.owner.id}/login_as?owners_restaurant_slug=${SLUG}`, {
    reason: "Web予約枠の登録",
  });
  const owners = await page.request.get(home, { headers: { Accept: "application/json" } });
  const { session } = (await owners.json()) as { session: { restaurant: { today: string } } };
  const date = laterThan(session.restaurant.today, 7);
  const day = await page.request.get(`/owners/daily_calendars/${date}.json`);
  const { data } = (await day.json()) as {
    data: { inventory_groups: { uid: string; inventory_items: { uid: string }[] }[] };
  };
  const courses = await page.request.get(`/admin/api/resources/r/${SLUG}/courses`);
  const [group] = data.inventory_groups;
  const slot = {
    date,
    inventory_group_uid: group?.uid,
    inventory_item_uids: group?.inventory_items.map(({ uid }) => uid),
    guests_counts: [1, 2],
    always_allow_last_solo: 0,
    course_ids: ((await courses.json()) as { id: number }[]).map(({ id }) => id),
    times: [{ start_time: "18:00", end_time: "20:00" }],
    online_stocks: [],
    show_end_time_on_title: false,
  };
  await post(page, "/owners/api/online_stock_groups", { online_stock_group: slot }, home);
  return date;
}

/** Other specs of the same demo count the restaurants that diners see. */
test.afterEach(async ({ page }) => {
  const list = await page.request.get("/admin/restaurants", { headers: { Accept: "application/json" } });
  const headers = { Accept: "application/json", "X-CSRF-Token": list.headers()["x-csrf-token"] ?? "" };
  const data = { restaurant: { visibility: "hidden" } };
  const answer = await page.request.put(`/admin/api/r/${SLUG}/restaurant_dengerous_settings`, { data, headers });
  expect(answer.status(), await answer.text()).toBe(200);
});

// F182, F183, F184, F203
test("a restaurant is set up from nothing, until a diner sits in it", async ({ page, fresh, browser }) => {
  test.slow();
  await signInAsAdmin(page);
  await page.goto("/admin/restaurants");
  await expect(page.getByRole("heading", { level: 1, name: "店舗一覧" })).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole("link", { name: "店舗を登録" }).click();
  await page.getByRole("button", { name: "登録する" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await page.getByLabel("スラッグ").fill(SLUG);
  await choose(page, page, "公開設定", "公開");
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
  await expect(page.getByText("必須", { exact: true })).toHaveCount(7);
  await checkAccessibility(page);

  await add(page, "営業区分", async () => {});
  await add(page, "席グループ", async (form) => {
    await form.getByLabel("名称（日本語）").fill("カウンター");
    await form.getByLabel("名称（英語）").fill("Counter");
    await form.getByLabel("略称").fill("C");
    await choose(form, page, "種類", "カウンター");
  });
  await add(page, "座席", async (form) => {
    await choose(form, page, "席グループ", "カウンター");
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
  await inviteOwner(page, browser);
  await page.getByRole("link", { name: "店舗情報", exact: true }).click();
  await page.getByRole("link", { name: "追加", exact: true }).click();
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
  const date = await openSlot(page);
  await page.getByRole("button", { name: "今すぐ開始" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "OK" }).click();
  await expect(page.getByText("いま予約できます。")).toBeVisible();
  await expect(page.getByText("必須", { exact: true })).toHaveCount(0);

  const diner = await fresh();
  const day = await diner.day(SLUG, date);
  const [slot] = day.groups;
  if (!slot) throw new Error(`no slot on ${date}`);
  await diner.confirm(SLUG, await diner.hold(SLUG, day, slot, 2));
  const mail = await diner.message(/新規予約/, CHEF);
  expect(mail.text).toContain("木村 葉子");

  await page.getByRole("link", { name: "店舗一覧", exact: true }).click();
  await page.getByLabel("店舗名・スラッグ・ID").fill("あおば");
  const found = page.getByRole("table", { name: "検索結果" });
  await expect(found.getByRole("row").filter({ hasText: SLUG })).toContainText("公開");
  await found.getByRole("button", { name: "鮨あおばをピン留めする" }).click();
  await page.getByLabel("店舗名・スラッグ・ID").fill("");
  await expect(page.getByRole("table", { name: "ピン留め" })).toContainText("鮨あおば");
  await page.getByLabel("店舗名・スラッグ・ID").fill("どこにもない店");
  await expect(page.getByText("表示する店舗がありません。")).toBeVisible();
});
