import { checkAccessibility } from "../../support/axe";
import { Staff, laterThan, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";

test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true });

interface Day {
  inventory_groups: { uid: string; inventory_items: { uid: string; label: string }[] }[];
  items: { inventory_item_uids: string[]; status: string; calendar_item_type: string }[];
}

test("on the floor a party is seated at a free table, goes through its visit, and overstays", async ({
  page,
  baseURL,
  clock,
}) => {
  await clock.goTo("18:03");
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  const today = laterThan(await tomorrowOf(staff, SUSHI), -1);
  const day = await staff.page<Day>(`/owners/daily_calendars/${today}`);
  const taken = new Set(
    day.items
      .filter(({ calendar_item_type: type, status }) => !/Slot|Group/.test(type) && status !== "void")
      .flatMap(({ inventory_item_uids: uids }) => uids),
  );
  const seat = day.inventory_groups[0]?.inventory_items.findLast(({ uid }) => !taken.has(uid))?.label ?? "";

  await page.goto(`/owners/floor_plans/${today}?owners_restaurant_slug=${SUSHI}`);
  await expect(page.locator("[data-live=true]")).toBeVisible();
  const floor = page.getByRole("group", { name: "フロアの席" });
  const table = floor.getByRole("button", { name: new RegExp(`^${seat} `) });
  await expect(table).toHaveAttribute("aria-label", new RegExp(`^${seat} 空席`));
  await table.tap();
  await expect(table).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "ウォークイン 1名" }).tap();
  await expect(page.getByText(/ウォークインのお客様をご案内しました（\d\d:\d\dまで）。/)).toBeVisible();
  await expect(table).toHaveAttribute("aria-label", /ウォークイン.*着席 18:0\d/);
  await expect(table).toContainText(/着席 18:0\d/);
  await checkAccessibility(page);

  const list = page.getByRole("complementary", { name: "空席待ち" });
  await page.getByRole("button", { name: /^空席待ち( \d|$)/ }).tap();
  await expect(list.getByRole("heading", { name: "空席待ち", exact: true }).first()).toBeFocused();
  await table.tap();
  await expect(list, "the pane of a party replaces the list").toHaveCount(0);
  const pane = page.getByRole("complementary");
  await expect(pane.getByRole("heading", { level: 2 }).first()).toBeFocused();
  await pane.getByRole("button", { name: /^会計/ }).tap();
  await expect(table).toHaveAttribute("aria-label", /会計 18:0\d/);
  await page.getByRole("button", { name: "元に戻す" }).tap();
  await expect(table).toHaveAttribute("aria-label", /着席 18:0\d/);
  await pane.getByRole("button", { name: "閉じる" }).tap();

  await clock.goTo("20:33");
  await page.reload();
  await expect(table).toHaveAttribute("aria-label", /延長中.*着席 18:0\d/);
  await expect(table).toContainText("⚠ 延長中");
  await table.tap();
  await pane.getByRole("button", { name: /^退店/ }).tap();
  await expect(table).toHaveAttribute("aria-label", new RegExp(`^${seat} 空席`));

  await clock.goTo("22:40");
  await page.reload();
  await table.tap();
  await expect(page.getByText("営業時間外のため、この時刻にはご案内・予約の登録ができません。")).toBeVisible();
  await expect(page.getByRole("button", { name: /^ウォークイン \d名/ })).toHaveCount(0);
  await staff.close();
});
