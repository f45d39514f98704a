import type { Locator, Page } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import { Staff, openDay } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";

async function agree(page: Page, button: string): Promise<void> {
  await page.getByRole("alertdialog").getByRole("button", { name: button, exact: true }).click();
}

/** Chooses two seats at 18:00 and opens the modal of a new slot. */
async function newSlot(page: Page, grid: Locator): Promise<Locator> {
  for (const seat of ["C1", "C2"]) await grid.getByRole("gridcell", { name: `${seat} 18:00` }).click();
  await page.getByRole("button", { name: "Web予約枠を作成" }).click();
  const modal = page.getByRole("dialog", { name: "Web予約枠の作成" });
  await expect(modal.getByText("席：C1・C2")).toBeVisible();
  return modal;
}

// F148
test("a web slot is created on the calendar, changed, and deleted", async ({ page, baseURL, freeDay }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const date = await freeDay(SUSHI, "empty");
  await staff.enter(page.context());
  const grid = await openDay(page, date, SUSHI);
  const modal = await newSlot(page, grid);

  const create = modal.getByRole("button", { name: "作成する" });
  await expect(create).toBeDisabled();
  await expect(modal.getByLabel("来店時間（1件目）")).toHaveValue("18:00");
  await expect(modal.getByLabel("退店時間（1件目）")).toHaveValue("20:00");
  await modal.getByLabel("来店時間（1件目）").selectOption("18:30");
  await expect(modal.getByLabel("退店時間（1件目）")).toHaveValue("20:30");
  await modal.getByRole("button", { name: "2名" }).click();
  await expect(create).toBeDisabled();
  await modal.getByLabel(/^おまかせコース/).check();
  await modal.getByRole("button", { name: "席の限定公開" }).click();
  await modal.getByLabel("C2：常連").check();
  await checkAccessibility(page);

  await modal.getByLabel("退店時間（1件目）").selectOption("");
  await create.click();
  await expect(modal.getByRole("alert")).toHaveText("来店時間を入力してください");
  await modal.getByLabel("退店時間（1件目）").selectOption("20:30");
  await create.click();
  await agree(page, "作成する");
  await expect(page.getByText("Web予約枠を作成しました。")).toBeVisible();

  const block = grid.getByRole("button", { name: /Web予約枠/ }).first();
  await block.click();
  const edit = page.getByRole("dialog", { name: "Web予約枠" });
  const update = edit.getByRole("button", { name: "更新する" });
  await expect(update).toBeDisabled();
  await expect(edit.getByLabel("C2：常連")).toBeChecked();
  await edit.getByRole("button", { name: "1名" }).click();
  await checkAccessibility(page);
  await update.click();
  await agree(page, "更新する");
  await expect(page.getByText("Web予約枠を更新しました。")).toBeVisible();

  await grid
    .getByRole("button", { name: /Web予約枠/ })
    .first()
    .click();
  await edit.getByRole("tab", { name: "削除" }).click();
  await edit.getByLabel("すべて選択").check();
  await edit.getByRole("button", { name: "選択した席を削除（2）" }).click();
  await agree(page, "削除");
  await expect(page.getByText("選択した席のWeb予約枠を削除しました。")).toBeVisible();
  await expect(grid.getByRole("button", { name: /Web予約枠/ })).toHaveCount(0);
  await staff.close();
});
