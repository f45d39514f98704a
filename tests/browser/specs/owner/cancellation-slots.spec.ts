import { checkAccessibility } from "../../support/axe";
import { withLongestTexts } from "../../support/longest";
import { CARDS } from "../../support/steps";
import { Staff, openDay, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";
import { isAtMostWideAsWindow } from "../../support/width";

const SUSHI = "sushi-kagura";

// F145, F146
test("settings of cancellation slots are saved, discarded and restored", async ({ page, baseURL, afterwards }) => {
  await restored(baseURL ?? "", afterwards);
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  await page.goto(`/owners/restaurant_operation/edit?owners_restaurant_slug=${SUSHI}`);
  const days = page.getByLabel("来店日まで何日以内のキャンセルを対象にするか");
  const on = page.getByLabel("キャンセル枠を作成する");
  const previous = await days.inputValue();
  await days.fill("2147483648");
  await expect(page.getByText("0〜2147483647の整数で入力してください。")).toBeVisible();
  await days.fill("40");
  await on.uncheck();
  await expect(days).toHaveValue("");
  await on.check();
  await expect(days).toHaveValue("40");
  await checkAccessibility(page);
  await days.fill(previous);
  await page.getByRole("button", { name: "保存する", exact: true }).first().click();
  await expect(page.getByText("キャンセル枠の設定を保存しました。")).toBeVisible();

  const group = page.getByRole("form", { name: "メンバー" });
  await group.getByLabel("来店の何日前").fill("5");
  await group.getByRole("button", { name: "メンバーの設定を保存" }).click();
  await expect(page.getByText("メンバーの設定を保存しました。")).toBeVisible();
  await page.reload();
  await expect(group.getByLabel("来店の何日前")).toHaveValue("5");
  await group.getByLabel("来店の何日前").fill("3");
  await group.getByRole("button", { name: "メンバーの設定を保存" }).click();
  await expect(page.getByText("メンバーの設定を保存しました。")).toBeVisible();
  await staff.close();
});

// F115, F141, F143
test("a freed slot shows when it opens to which group, and staff release one that no group waits for", async ({
  page,
  baseURL,
  fresh,
  freeDay,
  afterwards,
}) => {
  await restored(baseURL ?? "", afterwards);
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  // So that any visit of the demo is near enough.
  await page.goto(`/owners/restaurant_operation/edit?owners_restaurant_slug=${SUSHI}`);
  const days = page.getByLabel("来店日まで何日以内のキャンセルを対象にするか");
  const previous = await days.inputValue();
  const save = async (text: string) => {
    await days.fill(text);
    await page.getByRole("button", { name: "保存する", exact: true }).first().click();
    await expect(page.getByText("キャンセル枠の設定を保存しました。").first()).toBeVisible();
  };
  await save("");
  const { customer_groups: groups } = await staff.page<{ customer_groups: CustomerGroup[] }>(
    "/owners/restaurant_operation/edit",
  );

  const diner = await fresh();
  await diner.registerCard(CARDS.plain);
  const date = await freeDay(SUSHI);
  const bookAndCancel = async () => {
    const day = await diner.day(SUSHI, date);
    const lunch = day.groups.find(({ operation }) => operation === "lunch");
    if (!lunch) throw new Error(`no lunch on ${date}`);
    const uid = await diner.hold(SUSHI, day, lunch, 2);
    await diner.confirm(SUSHI, uid);
    await diner.remove(`/users/api/reservations/${uid}`);
  };
  await bookAndCancel();
  for (const { id } of groups) {
    await staff.patch(`/owners/api/customer_groups/${id}`, { customer_group: { allow_standby: false } });
  }
  await bookAndCancel();
  for (const { id, ...settings } of groups) {
    await staff.patch(`/owners/api/customer_groups/${id}`, { customer_group: settings });
  }
  await save(previous);

  const grid = await openDay(page, date, SUSHI);
  const freed = grid.getByRole("button", { name: /キャンセル枠/ });
  await expect(freed).toHaveCount(2);
  const pane = page.getByRole("complementary");
  const release = pane.getByRole("button", { name: "Web予約枠として公開" });
  await freed.first().click();
  await expect(pane.getByText("公開予定", { exact: true })).toBeVisible();
  await expect(pane).toContainText("メンバー");
  await expect(pane.getByText(/公開を取りやめて/), "the group waits for it").toBeVisible();
  await release.click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("顧客グループへの公開は取りやめになり");
  await question.getByRole("button", { name: "キャンセル" }).click();
  await checkAccessibility(page);

  await withLongestTexts(page.context());
  await openDay(page, date, SUSHI);
  await freed.first().click();
  await expect(pane.getByText("公開予定", { exact: true })).toBeVisible();
  await isAtMostWideAsWindow(page, "the pane with the longest names");
  await page.context().unrouteAll({ behavior: "ignoreErrors" });
  await openDay(page, date, SUSHI);
  await freed.last().click();
  await expect(pane.getByText("募集停止中")).toBeVisible();
  await checkAccessibility(page);
  await release.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Web予約枠として公開" }).click();
  await expect(page.getByText("キャンセル枠をWeb予約枠として公開しました。")).toBeVisible();
  await expect(freed).toHaveCount(1);
  await staff.close();
});

/** Puts the settings of today back after the test. */
async function restored(baseURL: string, afterwards: (step: () => Promise<void>) => void): Promise<void> {
  const staff = await Staff.signedIn(baseURL);
  await tomorrowOf(staff, SUSHI);
  const previous = await staff.page<{ restaurant_operation: object; customer_groups: CustomerGroup[] }>(
    "/owners/restaurant_operation/edit",
  );
  afterwards(async () => {
    const { restaurant_operation: operation, customer_groups: groups } = previous;
    await staff.patch(`/owners/api/restaurant_operations/${SUSHI}`, { restaurant_operation: operation });
    for (const { id, ...settings } of groups) {
      await staff.patch(`/owners/api/customer_groups/${id}`, { customer_group: settings });
    }
    await staff.close();
  });
}

interface CustomerGroup {
  id: number;
  allow_standby: boolean;
  standby_notify_immediate: boolean;
  standby_notify_before_days: number;
  standby_notify_before_hours: number;
}
