import type { Page } from "@playwright/test";
import { signInAsAdmin } from "../../support/admin";
import { checkAccessibility } from "../../support/axe";
import { Staff, laterThan, openDay, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

const SUSHI = "sushi-kagura";
const ROUND = "冬のゴールド枠";

/** Reserves a seat for gold on the owner's calendar, as an admin with an owner's session; leads to the pane. */
async function setAside(page: Page, date: string): Promise<void> {
  const grid = await openDay(page, date, SUSHI);
  await grid.getByRole("gridcell", { name: "C1 18:00" }).click();
  await page.getByRole("button", { name: "Web予約枠を作成" }).click();
  const modal = page.getByRole("dialog", { name: "Web予約枠の作成" });
  await modal.getByRole("button", { name: "1名" }).click();
  await modal.getByLabel(/^おまかせコース/).check();
  await modal.getByRole("button", { name: /ゴールド会員限定/ }).click();
  await modal.getByLabel("ゴールド会員だけが予約できる枠にする").check();
  await modal.getByLabel(/^ゴールドラウンド/).selectOption(ROUND);
  await modal.getByLabel(/^2件目の予約を受け付ける日時/).fill(`${laterThan(date, -1)}T10:00`);
  await modal.getByRole("button", { name: "作成する" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "作成する" }).click();
  await expect(page.getByText("Web予約枠を作成しました。")).toBeVisible();
  await grid.getByRole("button", { name: /ゴールド枠/ }).click();
  await page.getByRole("dialog", { name: "Web予約枠" }).getByRole("link", { name: "枠の設定" }).click();
}

// F152, F199
test("a gold slot is changed in its pane, and made an ordinary one", async ({ page, baseURL, freeDay }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI, "empty");
  await staff.enter(page.context());
  await staff.close();
  await signInAsAdmin(page);
  await setAside(page, date);

  await expect(page.getByRole("heading", { level: 1, name: "ゴールド枠" })).toBeVisible();
  const pane = page.getByRole("complementary", { name: "ゴールド枠" });
  await expect(pane.getByText("運営のみ")).toBeVisible();
  await expect(pane.getByLabel("ゴールドラウンド").getByRole("option", { selected: true })).toHaveText(ROUND);
  await expect(pane.getByText(/^2組目の受付開始：.*10:00$/)).toBeVisible();
  const listed = pane.getByLabel("掲載開始日時");
  await listed.fill(`${laterThan(date, 1)}T10:00`);
  await pane.getByRole("button", { name: "保存する" }).click();
  await expect(listed, "it is listed before a second party may come").toHaveAttribute("aria-invalid", "true");
  await checkAccessibility(page);
  await listed.fill(`${laterThan(date, -7)}T10:00`);
  await pane.getByRole("button", { name: "保存する" }).click();
  await expect(page.getByRole("status").filter({ hasText: "ゴールド枠を更新しました。" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(listed).toHaveValue(`${laterThan(date, -7)}T10:00`);
  await isAtMostWide(page, 390);
  await checkAccessibility(page);

  await pane.getByRole("button", { name: "通常のWeb予約枠に戻す" }).click();
  const question = page.getByRole("alertdialog", { name: "通常のWeb予約枠に戻しますか？" });
  await checkAccessibility(page);
  await question.getByRole("button", { name: "通常のWeb予約枠に戻す" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Web予約枠の詳細" })).toBeVisible();
  await expect(page.getByRole("link", { name: `ゴールド枠（${ROUND}）` })).toHaveCount(0);
});
