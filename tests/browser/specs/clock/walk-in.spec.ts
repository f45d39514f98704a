import { checkAccessibility } from "../../support/axe";
import { Staff, laterThan, openDay, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";

test("a walk-in is seated with two taps, gets a name, and is undone", async ({ page, baseURL, clock }) => {
  await clock.goTo("18:03");
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  const today = laterThan(await tomorrowOf(staff, SUSHI), -1);
  const grid = await openDay(page, today, SUSHI);
  await page.getByRole("button", { name: "現在時刻へ" }).click();
  await expect(grid.locator(".now")).toBeInViewport();

  const cell = grid.getByRole("gridcell", { name: /^C\d 18:00 空席/ }).first();
  const seat = ((await cell.getAttribute("aria-label")) ?? (await cell.textContent()) ?? "").slice(0, 2);
  const seated = grid.getByRole("button", { name: new RegExp(`ウォークイン.*着席 18:0\\d`) });
  const walkIn = async () => {
    await grid.getByRole("gridcell", { name: new RegExp(`^${seat} 18:00 空席`) }).click({ position: { x: 40, y: 45 } });
    await page.getByRole("button", { name: "ウォークイン 1名" }).click();
  };
  await walkIn();
  await expect(seated).toBeVisible();
  await expect(page.getByText(/ウォークインのお客様をご案内しました（\d\d:\d\dまで）。/)).toBeVisible();
  await expect(page.getByRole("list", { name: "この日のまとめ" })).toContainText("ウォークイン 1組");
  await page.getByRole("button", { name: "元に戻す" }).click();
  await expect(page.getByText("ウォークインを取り消しました。席は空席に戻りました。")).toBeVisible();
  await expect(seated).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await walkIn();
  await seated.click();
  const pane = page.getByRole("complementary");
  await checkAccessibility(page);
  await pane.getByRole("button", { name: "お客様を登録" }).click();
  const dialog = page.getByRole("dialog", { name: "お客様を登録" });
  await dialog.getByRole("combobox", { name: "お客様を検索" }).fill("飛田 来");
  await dialog.getByRole("combobox", { name: "お客様を検索" }).press("Enter");
  await dialog.getByRole("button", { name: "登録して進む" }).click();
  await expect(page.getByText("飛田 来様として登録しました。")).toBeVisible();
  await expect(grid.getByRole("button", { name: /飛田 来.*着席 18:0\d/ })).toBeVisible();
  await expect(pane.getByRole("button", { name: "お客様を登録" })).toHaveCount(0);

  await pane.getByRole("button", { name: "お客様の登録を外す" }).click();
  await expect(page.getByText("お客様の登録を外しました。")).toBeVisible();
  await page.getByRole("button", { name: "元に戻す" }).click();
  await expect(page.getByText("お客様を元に戻しました。")).toBeVisible();
  await expect(pane.getByRole("button", { name: "お客様を変更" })).toBeVisible();
  await staff.close();
});
