import type { Page } from "@playwright/test";
import { newAdmin, signInAsAdmin } from "../../support/admin";
import { checkAccessibility } from "../../support/axe";
import { Staff, laterThan, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";

/** No other test books here. */
const SLUG = "tempura-soon";
const at = (section: string, slug = SLUG) => `/admin/r/${slug}/${section}`;

const SECTIONS = {
  Web予約枠: "online_stock_groups",
  Web予約: "online_reservations",
  他サイト予約: "offsite_reservations",
  招待予約: "invited_reservations",
  Web席の一括削除: "online_stock_destroyer",
  クーポンコードの取消: "bulk_cancel_user_coupon_codes/new",
  カレンダー確認: "bulk_checked_calendars",
};

async function open(page: Page, section: string, slug = SLUG): Promise<void> {
  await page.goto(at(section, slug));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

// F186
test("the other menu leads to seven sections, and an admin without the flags has neither entry nor page", async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAsAdmin(page);
  await open(page, "online_stock_groups", "sushi-kagura");
  for (const [label, section] of Object.entries(SECTIONS)) {
    await page
      .getByRole("navigation", { name: "メインメニュー" })
      .getByRole("link", { name: label, exact: true })
      .click();
    await expect(page).toHaveURL(new RegExp(`${section}$`));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await checkAccessibility(page);
  }
  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: "ja-JP" });
  const clerk = await context.newPage();
  await signInAsAdmin(clerk, await newAdmin(clerk.request));
  for (const section of Object.values(SECTIONS)) {
    expect((await clerk.goto(at(section)))?.status(), section).toBe(403);
  }
  await expect(clerk.getByRole("link", { name: "カレンダー確認" })).toBeHidden();
  await context.close();
});

test("slots are filtered, opened, and free stock is deleted after a preview", async ({ page }) => {
  await signInAsAdmin(page);
  await open(page, "online_stock_groups", "kaiseki-hanaikada");
  await page.getByLabel("状態").selectOption({ label: "空きあり" });
  await page.getByRole("button", { name: "絞り込む" }).click();
  await expect(page).toHaveURL(/state=open/);
  await page.getByRole("table", { name: "Web予約枠" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Web予約枠の詳細" })).toBeVisible();
  await checkAccessibility(page);

  await open(page, "online_stock_destroyer");
  const today = await page.getByLabel("開始日").inputValue();
  await page.getByLabel("開始日").fill(laterThan(today, 50));
  await page.getByLabel("終了日").fill(laterThan(today, 51));
  await page.getByRole("button", { name: "削除する席を確認する" }).click();
  await page.getByRole("button", { name: /席を削除する$/ }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /席を削除する$/ })
    .click();
  await expect(page.getByText(/席を削除しました。$/)).toBeVisible();
});

test("a list of another service is previewed row by row and then imported", async ({ page }) => {
  await signInAsAdmin(page);
  await open(page, "online_stock_destroyer");
  const day = laterThan(await page.getByLabel("開始日").inputValue(), 40);
  await open(page, "offsite_reservations");
  const id = `T-${Date.now()}`;
  const list = [
    "external_id,source,starts_at,guests_count,full_name",
    `${id},inbound_hotel,${day} 18:00,1,Jane Doe`,
    `${id}-b,inbound,${day} 03:00,1,Nobody`,
  ].join("\n");
  await page.getByLabel("一覧", { exact: true }).fill(list);
  await expect(page.getByRole("button", { name: "取り込む", exact: true })).toBeDisabled();
  await page.getByRole("button", { name: "確認する" }).click();
  const rows = page.getByRole("table", { name: "行ごとの結果" });
  await expect(rows.getByRole("row", { name: /2行目.*新規/ })).toBeVisible();
  await expect(rows.getByRole("row", { name: /3行目.*営業時間内/ })).toBeVisible();
  await page.getByRole("button", { name: "取り込む", exact: true }).click();
  await expect(page.getByText("1行を取り込みました。取り込めなかった行：1")).toBeVisible();
  await page.getByRole("searchbox", { name: "予約番号・外部番号・お名前" }).fill(id);
  await page.getByRole("button", { name: "絞り込む" }).click();
  await expect(page.getByRole("table", { name: "他サイト予約" }).getByText("Jane Doe")).toBeVisible();
  await checkAccessibility(page);
});

test("days are marked as checked, and an unknown coupon code cancels nothing", async ({ page }) => {
  await signInAsAdmin(page);
  await open(page, "bulk_checked_calendars");
  const row = page.getByRole("table", { name: "カレンダー確認" }).getByRole("row").last();
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "確認済みにする" }).click();
  await expect(page.getByText("1日を確認済みにしました。")).toBeVisible();
  await expect(row.getByText("確認済み", { exact: true })).toBeVisible();
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "確認済みを取り消す" }).click();
  await expect(row.getByText("確認済み", { exact: true })).toBeHidden();

  await open(page, "bulk_cancel_user_coupon_codes/new");
  await page.getByLabel("クーポンコード").fill("NONE-1");
  await page.getByRole("button", { name: "取り消す" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "取り消す" }).click();
  await expect(page.getByRole("alert").getByText(/NONE-1/)).toBeVisible();
});

// F202
test("an announcement is scheduled once day, hour and minute are set, and withdrawn", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const day = await tomorrowOf(staff, "sushi-kagura");
  await staff.write("POST", "/owners/announcements", { announcement: { subject_type: "event", body: "試飲会" } });
  const { announcements } = await staff.page<{ announcements: { id: number }[] }>("/owners/announcements");
  await staff.close();
  await signInAsAdmin(page);
  await page.goto(`/admin/announcements/${announcements[0]?.id}/release`);
  await expect(page.getByRole("button", { name: /今すぐ送信$/ })).toBeEnabled();
  await page.getByLabel("日付").fill(day);
  await page.getByLabel("時", { exact: true }).selectOption("10");
  await expect(page.getByRole("button", { name: /今すぐ送信$/ }), "not all three yet").toBeVisible();
  await page.getByLabel("分", { exact: true }).selectOption("30");
  await checkAccessibility(page);
  await page.getByLabel("送信件数").fill("99999");
  await expect(page.getByRole("button", { name: /配信予約$/ })).toBeDisabled();
  await page.getByLabel("送信件数").fill("1");
  await page.getByRole("button", { name: "1名に配信予約" }).click();
  await expect(page.getByText(/10:30に送信します。$/)).toBeVisible();
  await page.getByRole("button", { name: "配信予約を取り消す" }).click();
  await expect(page.getByText("配信予約を取り消しました。")).toBeVisible();
  await expect(page.getByRole("link", { name: "お知らせを編集する" }), "no session of staff").toHaveCount(0);
});
