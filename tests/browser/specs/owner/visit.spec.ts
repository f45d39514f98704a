import type { Locator, Page } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import { Staff, laterThan, openDay, putReviewsOff, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";
const NAME = "来店 花子";

const blockOf = (grid: Locator, name: string) => grid.getByRole("button", { name: new RegExp(`店頭予約 ${name}`) });

/** Records a guest for this evening, without a number. */
async function recordBooking(page: Page, grid: Locator, name = NAME, seat = "C6"): Promise<void> {
  await grid.getByRole("gridcell", { name: `${seat} 20:00` }).click({ position: { x: 40, y: 45 } });
  await page.getByRole("button", { name: "店頭予約・招待" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "お客様を検索" }).fill(name);
  await dialog.getByRole("combobox", { name: "お客様を検索" }).press("Enter");
  await dialog.getByRole("button", { name: "登録して進む" }).click();
  await dialog.getByRole("button", { name: "予約内容へ進む" }).click();
  await dialog.getByLabel("コース").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "予約を登録する" }).click();
}

test("a visit is noted step by step, a colleague sees it immediately, and it is undone", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const today = laterThan(await tomorrowOf(staff, SUSHI), -1);
  await staff.enter(page.context());
  await putReviewsOff(page, today);
  const grid = await openDay(page, today, SUSHI);
  await recordBooking(page, grid);
  const block = blockOf(grid, NAME);
  await block.click();
  const pane = page.getByRole("complementary");
  const step = (name: string) => pane.getByRole("button", { name: new RegExp(`^${name}`) });
  await step("来店").click();
  await expect(block).toHaveAccessibleName(/来店 \d\d:\d\d/);
  await expect(step("来店")).toHaveAttribute("aria-pressed", "true");

  const colleague = await page.context().newPage();
  await putReviewsOff(colleague, today);
  const theirs = blockOf(await openDay(colleague, today, SUSHI), NAME);
  await expect(theirs).toHaveAccessibleName(/来店 \d\d:\d\d/);
  await step("着席").click();
  await expect(step("着席"), "only then the notice's undo belongs to this step").toHaveAttribute(
    "aria-pressed",
    "true",
  );
  const undone = page.waitForResponse((answer) => answer.request().postData()?.includes('"from":"seated"') === true);
  await page.getByRole("button", { name: "元に戻す" }).click();
  expect((await undone).status()).toBe(200);
  await page.reload();
  await block.click();
  await expect(step("来店")).toHaveAttribute("aria-pressed", "true");
  await step("着席").click();
  await expect(theirs).toHaveAccessibleName(/着席 \d\d:\d\d/);
  await checkAccessibility(page);
  await colleague.close();

  await step("退店").focus();
  await page.keyboard.press("Enter");
  await expect(block).toHaveAccessibleName(/退店 \d\d:\d\d/);
  await page.goto(`/owners/reservations?q[customer_name_or_phone_local_number_or_invitation_email_cont_all]=花子`);
  await expect(page.getByRole("main").getByText("退店", { exact: true }).first()).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await openDay(page, today, SUSHI);
  await block.click();
  for (const name of ["来店", "着席", "会計", "退店", "無断キャンセル"]) await expect(step(name)).toBeInViewport();
  await staff.close();
});

test("the day as a list shows each party, and its next step takes one press", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  const tomorrow = await tomorrowOf(staff, SUSHI);
  const grid = await openDay(page, tomorrow, SUSHI);
  await expect(page.getByRole("list", { name: "この日のまとめ" })).toHaveText(/ディナー \d+組 \d+名/);
  await expect(grid.getByRole("columnheader", { name: /^17:30 ?空\d+$|ディナー.*17:30/ }).first()).toBeVisible();
  await page.getByRole("button", { name: "一覧", exact: true }).click();
  const list = page.getByRole("list", { name: "ご来店の一覧" });
  const visit = list.getByRole("listitem").filter({ hasText: "佐藤 健二" });
  await expect(visit).toContainText("17:30");
  await expect(visit).toContainText("結婚記念日です");
  await checkAccessibility(page);
  await expect(visit.getByRole("button", { name: "佐藤 健二：来店にする" }), "its day is to come").toBeDisabled();
  await visit.getByRole("button", { name: "佐藤 健二", exact: true }).click();
  await expect(page.getByRole("complementary").getByText("予約番号")).toBeVisible();
  await page.reload();
  await expect(list, "the browser keeps the view").toBeVisible();
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 844 });
  const today = laterThan(tomorrow, -1);
  await putReviewsOff(page, today);
  await expect(await openDay(page, today, SUSHI)).toHaveCount(0);
  await page.getByRole("button", { name: "表", exact: true }).click();
  await recordBooking(page, page.getByRole("grid"), "一覧 太郎", "C7");
  await page.getByRole("button", { name: "一覧", exact: true }).click();
  await page.getByRole("button", { name: "一覧 太郎：来店にする" }).click();
  await expect(list.getByRole("listitem").filter({ hasText: "一覧 太郎" })).toContainText(/来店 \d\d:\d\d/);
  for (const name of ["着席", "会計"]) await page.getByRole("button", { name: `一覧 太郎：${name}にする` }).click();
  const back = page.getByRole("button", { name: "元に戻す" });
  await expect(page.getByText("一覧 太郎：会計にしました。")).toBeVisible();
  await back.click();
  await expect(page.getByText("一覧 太郎：着席にしました。"), "the step before is offered again").toBeVisible();
  await back.click();
  await expect(page.getByRole("button", { name: "一覧 太郎：着席にする" })).toBeEnabled();
  await staff.close();
});

test("a visit cannot be noted before its day", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  const grid = await openDay(page, await tomorrowOf(staff, SUSHI), SUSHI);
  await grid.getByRole("button", { name: /佐藤 健二/ }).click();
  const pane = page.getByRole("complementary");
  await expect(pane.getByRole("button", { name: "着席" })).toBeDisabled();
  await expect(pane.getByText("予約日になると記録できます。")).toBeVisible();

  const memo = pane.getByLabel(/^予約メモ/);
  const saved = await memo.inputValue();
  await memo.fill("書きかけ");
  await memo.press("Escape");
  await expect(pane).toBeHidden();
  const party = grid.getByRole("button", { name: /佐藤 健二/ });
  await expect(party).toHaveAccessibleName(/未保存/);
  await party.click();
  await expect(memo, "what was typed is not lost").toHaveValue("書きかけ");
  await expect(pane.getByText("保存していない変更があります。")).toBeVisible();
  await pane.getByRole("button", { name: "破棄する" }).click();
  await expect(memo).toHaveValue(saved);
  await expect(party).not.toHaveAccessibleName(/未保存/);

  await pane.getByRole("button", { name: "閉じる" }).click();
  const settings = page.getByRole("button", { name: "この日の設定" });
  await settings.click();
  await page.getByRole("button", { name: /^メモを(追加|編集)$/ }).click();
  await page.getByLabel(/のメモ$/).fill("花を替える");
  await expect(page.getByText("保存していない変更があります。")).toBeVisible();
  await settings.click();
  await expect(settings).toHaveAccessibleName("この日の設定 未保存");
  await settings.click();
  await expect(page.getByLabel(/のメモ$/)).toHaveValue("花を替える");
  await page.getByRole("button", { name: "破棄する" }).click();
  await expect(page.getByLabel(/のメモ$/)).not.toHaveValue("花を替える");
  await staff.close();
});
