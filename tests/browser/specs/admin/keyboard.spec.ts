import type { Page } from "@playwright/test";
import { signInAsAdmin } from "../../support/admin";
import { focusIsOn, follow, pick, tabTo, tick, write, writeDate } from "../../support/keyboard";
import { laterThan } from "../../support/staff";
import { expect, test } from "../../support/test";

const SLUG = `keys-${Date.now().toString(36)}`;

/** Goes to a page of the restaurant by the menu before it; the page has the focus then. */
async function goTo(page: Page, entry: string, heading = entry): Promise<void> {
  await follow(page, new RegExp(`^${entry}$`), "Shift+Tab");
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
}

/** Opens a dialog, fills it in and saves; the focus returns to the opener. */
async function inDialog(page: Page, opener: RegExp, fill: () => Promise<void>, save = /^保存する$/): Promise<void> {
  const dialog = page.getByRole("dialog");
  await follow(page, opener);
  await expect(dialog).toBeVisible();
  await fill();
  await follow(page, save);
  await expect(dialog).toBeHidden();
  await focusIsOn(page, opener);
}

async function add(page: Page, kind: string, fill: () => Promise<void>): Promise<void> {
  await goTo(page, kind);
  await inDialog(page, /^追加する$/, fill);
}

async function create(page: Page): Promise<void> {
  await page.goto("/admin/restaurants");
  await expect(page.getByRole("heading", { level: 1, name: "店舗一覧" })).toBeVisible();
  await page.keyboard.press("Tab");
  await focusIsOn(page, /^本文へ移動$/);
  await page.keyboard.press("Enter");
  await follow(page, /^店舗を登録$/);
  await expect(page.getByRole("main")).toBeFocused();
  await follow(page, /^登録する$/);
  await focusIsOn(page, /^スラッグ/);
  await page.keyboard.type(SLUG);
  await write(page, /^店名（日本語）/, "鮨かぎ");
  await write(page, /^店名（英語）/, "Sushi Kagi");
  await pick(page, /^エリア/, /^東京$/);
  await pick(page, /^料理/);
  await pick(page, /^都道府県/, /^東京都$/);
  await follow(page, /^登録する$/);
  await expect(page.getByRole("heading", { level: 1, name: "鮨かぎ" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
}

async function makeMasters(page: Page): Promise<void> {
  await add(page, "営業区分", async () => {});
  await add(page, "席グループ", async () => {
    await write(page, /^名称（日本語）/, "カウンター");
    await write(page, /^名称（英語）/, "Counter");
    await write(page, /^略称/, "C");
    await pick(page, /^種類/, /^カウンター$/);
  });
  await add(page, "座席", async () => {
    await pick(page, /^席グループ/, /カウンター/);
    await write(page, /^名称/, "C1\nC2");
  });
  await expect(page.getByRole("listitem").filter({ hasText: "C2" })).toBeVisible();
  await add(page, "コース", async () => {
    await pick(page, /^営業区分/, /^ディナー$/);
    await write(page, /^名称（日本語）/, "おまかせ");
    await write(page, /^名称（英語）/, "Omakase");
    await write(page, /^価格/, "12000");
  });
}

async function openForever(page: Page): Promise<void> {
  await goTo(page, "受付ラウンド設定");
  await inDialog(page, /^グループなし（通常の受付）(を設定|の設定を変更)する$/, async () => {
    await tabTo(page, /^(日付を指定|定期的に公開|受け付けない|期限なし)$/);
    const forever = page.getByRole("radio", { name: "期限なし" });
    for (let presses = 0; presses < 4 && !(await forever.isChecked()); presses += 1) {
      await page.keyboard.press("ArrowDown");
    }
    await expect(forever).toBeChecked();
  });
  await expect(page.getByRole("article", { name: "グループなし" }).first()).toContainText("期限なし");
}

async function makeTemplate(page: Page): Promise<void> {
  await goTo(page, "枠の自動補充");
  await follow(page, /^テンプレートを作成$/);
  await write(page, /^テンプレート名/, "毎日の夜");
  await tick(page, /^すべての席$/);
  await follow(page, /^保存する$/);
  await expect(page.getByRole("region", { name: "毎日の夜" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();

  const dialog = page.getByRole("dialog");
  await inDialog(page, /^毎日の夜の人数を設定$/, () => tick(page, /^すべての人数$/));
  await inDialog(page, /^毎日の夜の時間を設定$/, async () => {
    await tabTo(page, /^開始時間/);
    await page.keyboard.press("ArrowDown");
    await follow(page, /^追加$/);
    await expect(dialog.getByRole("listitem")).toHaveCount(1);
    await focusIsOn(page, /^開始時間/);
  });
  await inDialog(page, /^毎日の夜のコースを設定$/, () => tick(page, /^おまかせ$/));
  await inDialog(page, /^毎日の夜の曜日を設定$/, async () => {
    for (const day of "月火水木金土日") await tick(page, new RegExp(`^${day}$`));
  });
}

async function refill(page: Page, date: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  const fill = async () => {
    await writeDate(page, /^開始日/, date);
    await writeDate(page, /^終了日/, date);
    await follow(page, /^確認する$/);
    await expect(dialog.getByText("1枠を作成し、0日をスキップします。")).toBeVisible();
    await focusIsOn(page, /^確認する$/);
  };
  await inDialog(page, /^枠を補充$/, fill, /^1枠を補充する$/);
  await expect(page.getByText("1枠を作成し、0日をスキップしました。")).toBeVisible();
}

test("a restaurant is set up with the keyboard alone", async ({ page }) => {
  test.slow();
  await signInAsAdmin(page);
  await create(page);
  await makeMasters(page);
  await openForever(page);
  await makeTemplate(page);
  const shop = await page.request.get("/r/sushi-kagura", { headers: { Accept: "application/json" } });
  const { data } = (await shop.json()) as { data: { calendar: { today: string } } };
  await refill(page, laterThan(data.calendar.today, 7));

  await goTo(page, "店舗情報", "鮨かぎ");
  await follow(page, /^2年後$/);
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await focusIsOn(page, /^2年後$/);
  await expect(page.getByRole("button", { name: "今すぐ開始" }), "its bookings would reach no recipient").toHaveCount(
    0,
  );
  await expect(page.getByText("必須", { exact: true }), "owner, address, visibility, online start").toHaveCount(4);
  await follow(page, /^オーナーを登録$/);
  await expect(page.getByRole("heading", { level: 1, name: "スタッフ" })).toBeVisible();
});
