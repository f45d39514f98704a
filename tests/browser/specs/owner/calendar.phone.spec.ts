import { Staff, openDay, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";
const ADD = "空席待ちに追加";

test("two seats are chosen by touch, and the grid does not move meanwhile", async ({ page, baseURL, freeDay }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  await staff.enter(page.context());
  const grid = await openDay(page, await freeDay(SUSHI), SUSHI);
  const chosen = grid.locator("[aria-selected=true]");
  const box = await grid.boundingBox();
  const rows = await Promise.all(
    ["C1", "C2"].map((seat) => page.getByRole("gridcell", { name: `${seat} 11:30` }).boundingBox()),
  );
  if (!box) throw new Error("no grid");
  // Both places are read before the first tap: a finger does not follow a page that moves.
  for (const [before, row] of rows.entries()) {
    await page.touchscreen.tap(box.x + 110, (row?.y ?? 0) + 50);
    await expect(chosen).toHaveCount(before + 1);
  }
  expect(await chosen.evaluateAll((cells) => cells.map((cell) => cell.ariaLabel))).toEqual([
    "C1 11:30 空席",
    "C2 11:30 空席",
  ]);
  expect(await grid.boundingBox()).toEqual(box);
  await staff.close();
});

test("the list of the day begins in the window, and the details above it can be shown", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  await openDay(page, await tomorrowOf(staff, SUSHI), SUSHI);
  await page.getByRole("button", { name: "一覧", exact: true }).tap();
  const list = page.getByRole("list", { name: "ご来店の一覧" });
  await expect(list).toBeVisible();
  expect((await list.boundingBox())?.y).toBeLessThan(600);
  await expect(page.getByRole("list", { name: "この日のまとめ" })).toHaveCount(0);
  await page.getByRole("button", { name: "この日の情報" }).tap();
  await expect(page.getByRole("list", { name: "この日のまとめ" })).toBeVisible();
  await expect(page.getByRole("button", { name: "この日の設定" })).toBeVisible();
  await expect(page.getByRole("button", { name: "印刷" })).toBeVisible();
  await staff.close();
});

test("the floor begins in the upper part of the window, and its rarer controls can be shown", async ({
  page,
  baseURL,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  await page.goto(`/owners/floor_plans/${await tomorrowOf(staff, SUSHI)}?owners_restaurant_slug=${SUSHI}`);
  const floor = page.getByRole("group", { name: "フロアの席" });
  await expect(floor).toBeVisible();
  // On another day than today the time slider takes a line.
  expect((await floor.boundingBox())?.y).toBeLessThan(580);
  const seat = floor.getByRole("button").first();
  expect((await seat.boundingBox())?.height, "with space for the button of the next step").toBeGreaterThanOrEqual(104);
  const edit = page.getByRole("button", { name: "配置を編集" });
  await expect(edit).toHaveCount(0);
  await page.getByRole("button", { name: "この日の情報" }).tap();
  await expect(edit).toBeVisible();
  await expect(page.getByRole("list", { name: "この日のまとめ" })).toBeVisible();
  await staff.close();
});

test("a turned phone keeps the open dialog of the waiting list", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  await openDay(page, await tomorrowOf(staff, SUSHI), SUSHI);
  // The dialog hides the page behind it.
  const topOf = async (role: "grid" | "button", name: string) =>
    (await page.getByRole(role, { name, includeHidden: true }).boundingBox())?.y ?? 0;
  const isBelow = async () => (await topOf("button", ADD)) > (await topOf("grid", "座席と時間の表"));
  expect(await isBelow()).toBe(true);
  await page.getByRole("button", { name: ADD }).tap();
  const search = page.getByRole("combobox", { name: "お客様を検索" });
  await search.fill("回転 花子");
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(isBelow, "it is above the board of a wider window").toBe(false);
  await expect(search).toHaveValue("回転 花子");
  await staff.close();
});

test("the keyboard reaches no control behind the open waiting list of the floor", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  await page.goto(`/owners/floor_plans/${await tomorrowOf(staff, SUSHI)}?owners_restaurant_slug=${SUSHI}`);
  const button = page.getByRole("button", { name: /^空席待ち( \d|$)/ });
  await button.tap();
  const list = page.getByRole("complementary", { name: "空席待ち" });
  await expect(list.getByRole("heading", { name: "空席待ち", exact: true }).first()).toBeFocused();
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press("Shift+Tab");
    const focused = page.locator("header :focus, [data-next-to-pane] :focus");
    await expect(focused, `after ${step + 1} steps back`).toHaveCount(0);
  }
  await list.getByRole("button", { name: "閉じる" }).tap();
  await expect(button).toBeFocused();
  await staff.close();
});

test("the hint above the grid is fully visible in both languages, and does not touch the grid", async ({
  page,
  baseURL,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  const grid = await openDay(page, await tomorrowOf(staff, SUSHI), SUSHI);
  for (const [locale, words] of [
    ["ja", /空いている座席と時間を選んでください/],
    ["en", /Choose free seats and a time/],
  ] as const) {
    const address = new URL(page.url());
    address.searchParams.set("locale", locale);
    await page.goto(address.href);
    const hint = page.getByText(words);
    await expect(hint).toBeVisible();
    expect(await hint.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
    const [above, below] = [await hint.boundingBox(), await grid.boundingBox()];
    if (!above || !below) throw new Error("nothing is drawn");
    expect(below.y - above.y - above.height).toBeGreaterThanOrEqual(8);
  }
  await staff.close();
});
