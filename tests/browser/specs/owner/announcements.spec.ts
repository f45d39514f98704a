import { checkAccessibility } from "../../support/axe";
import { Staff } from "../../support/staff";
import { withLongestTexts } from "../../support/longest";
import { expect, test } from "../../support/test";
import { isAtMostWide, isAtMostWideAsWindow } from "../../support/width";

test("a deleted draft can be restored for five seconds", async ({ page, baseURL, context, fresh }) => {
  const reader = await fresh();
  await reader.post("/users/api/customers", { restaurant_slug: "sushi-kagura", customer: { shop_notification: true } });
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(context);
  await staff.close();
  const words = `消す下書き ${Date.now().toString(36)}`;
  await page.goto("/owners/announcements/new");
  await page.getByLabel(/^本文/).fill(words);
  await page.getByRole("button", { name: "下書きを保存" }).click();
  await page.getByLabel("状態", { exact: true }).click();
  await page.getByRole("option", { name: "下書き" }).click();
  await expect(page).toHaveURL(/filter=.*draft/);
  const entry = page.getByRole("row").or(page.getByRole("listitem")).filter({ hasText: words });
  await expect(entry).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await isAtMostWide(page, 390);
  await entry.getByRole("button", { name: "削除する" }).click();
  const undo = page.getByRole("button", { name: "元に戻す" });
  await undo.hover();
  await expect(entry).toBeHidden();
  await checkAccessibility(page);
  await undo.click();
  await expect(entry).toBeVisible();
  await entry.getByRole("button", { name: "削除する" }).click();
  await expect(page.getByText("下書きを削除します。")).toBeVisible();
  await page.goto("/owners");
  await page.goto("/owners/announcements?filter=%7B%22status%22%3A%22draft%22%7D");
  await expect(page.getByLabel("状態", { exact: true })).toHaveText("下書き");
  await expect(entry, "leaving sends it").toBeHidden();
});

// F168
test("an announcement is drafted, confirmed, sent, and its reader unsubscribes", async ({
  page,
  baseURL,
  context,
  fresh,
}) => {
  const reader = await fresh();
  await reader.post("/users/api/customers", { restaurant_slug: "sushi-kagura", customer: { shop_notification: true } });
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(context);
  await staff.close();
  const words = `新酒の会 ${Date.now().toString(36)}`;

  await page.goto("/owners/announcements");
  await page.getByRole("link", { name: "お知らせを作成" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "お知らせの作成" })).toBeVisible();
  await expect(page.getByText("会員種別（運営のみ）")).toBeHidden();
  const save = page.getByRole("button", { name: "下書きを保存" });
  await expect(save).toBeEnabled();
  await page.getByLabel("お住まいの都道府県").fill("沖縄");
  await page.getByRole("option", { name: "沖縄県" }).click();
  await expect(page.getByText("配信対象のお客様がいません。")).toBeVisible();
  await expect(save).toBeDisabled();
  await expect(page.getByRole("button", { name: "確認へ進む" })).toBeDisabled();
  await checkAccessibility(page);
  await page.getByLabel("お住まいの都道府県").press("Backspace");
  await expect(save).toBeEnabled();
  await page.getByRole("checkbox", { name: /グループなし/ }).check();
  await save.click();
  await expect(page.getByText("入力してください。")).toBeVisible();
  await page.getByLabel("件名の種類").click();
  await page.getByRole("option", { name: "イベントのご案内" }).click();
  await page.getByLabel(/^本文/).fill(`${words}\n\nお待ちしております。`);
  await save.click();
  await expect(page.getByText("下書きを保存しました。")).toBeVisible();

  const entry = page.getByRole("row").filter({ hasText: words });
  await expect(entry).toContainText("下書き");
  await entry.getByRole("link", { name: "編集する" }).click();
  await expect(page.getByLabel(/^本文/)).toHaveValue(`${words}\n\nお待ちしております。`);
  await page.getByRole("button", { name: "確認へ進む" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "お知らせの確認" })).toBeVisible();
  await expect(page.getByText("グループなし")).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole("button", { name: "配信する" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "OK" }).click();
  await expect(page.getByText("お知らせの配信を開始しました。")).toBeVisible();

  const { subject } = await reader.message(new RegExp(words));
  expect(subject).toBe("【席】鮨かぐらからイベントのご案内");
  await expect(async () => {
    await page.reload();
    await expect(entry).toContainText("配信済み", { timeout: 1_000 });
  }).toPass();
  await entry.getByRole("button", { name: "詳細を見る" }).click();
  const detail = page.getByRole("dialog", { name: "お知らせの詳細" });
  await expect(detail).toContainText("お待ちしております。");
  await expect(detail.getByText("再送信"), "the admins' alone").toBeHidden();
  await checkAccessibility(page);

  await page.goto(await reader.link(/announcement_subscription/));
  await page.getByRole("button", { name: "お知らせメールを停止する" }).click();
  await expect(page.getByText("お知らせメールの配信を停止しました。")).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole("button", { name: "お知らせメールを再開する" }).click();
  await expect(page.getByRole("button", { name: "お知らせメールを停止する" })).toBeVisible();
  await withLongestTexts(page.context());
  await page.reload();
  await expect(page.getByRole("button", { name: "お知らせメールを停止する" })).toBeVisible();
  await isAtMostWideAsWindow(page, "the longest name of a restaurant");
});
