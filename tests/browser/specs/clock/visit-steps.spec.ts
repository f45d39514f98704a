import type { Locator, Page } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import { blockOf } from "../../support/board";
import { addressOf, beginEvening } from "../../support/evening";
import type { Day, Evening, EveningFixtures, Party, SeatingArea } from "../../support/evening";
import { tabTo } from "../../support/keyboard";
import { openDay } from "../../support/staff";
import { expect, test } from "../../support/test";

const AREAS: SeatingArea[] = [
  { type: "counter", name: ["カウンター", "Counter"], places: 1, labels: ["C1", "C2", "C3", "C4", "C5"] },
  { type: "table", name: ["テーブル席", "Tables"], places: 2, labels: ["T1", "T2"] },
];
const PARTIES: Party[] = [
  { name: "早川 一", guests: 2, seats: ["C1", "C2"], times: ["17:30", "19:30"] },
  { name: "早川 二", guests: 1, seats: ["C3"], times: ["18:00", "20:00"] },
  { name: "早川 三", guests: 1, seats: ["C4"], times: ["20:00", "22:00"] },
  { name: "Maple", guests: 2, seats: ["T1"], times: ["18:00", "20:00"] },
];

/** An evening at 18:15 of a restaurant that no other test uses. */
const begin = (fixtures: EveningFixtures, name: string): Promise<Evening> =>
  beginEvening({ ...fixtures, name, time: "18:15", areas: AREAS, parties: PARTIES });

async function stateOf({ staff, today }: Evening, name: string): Promise<string | null | undefined> {
  const { items } = await staff.page<Day>(`/owners/daily_calendars/${today}`);
  return items.find(({ title }) => title === name)?.service.state;
}

/** A finger needs 44 pixels. */
async function fitsFinger(button: Locator): Promise<void> {
  const box = await button.boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(44);
  expect(box?.height).toBeGreaterThanOrEqual(44);
}

const stepOfMaple = (board: Locator, label: string) => board.getByRole("button", { name: `Maple：${label}にする` });

const shot = (page: Page, name: string) => page.screenshot({ path: test.info().outputPath(`${name}.png`) });

test("by mouse, each step of a visit is one press on its block", async ({ page, baseURL, clock }) => {
  test.setTimeout(120_000);
  const evening = await begin({ page, baseURL, clock }, "steps-mouse");
  const { staff, slug, today } = evening;
  const grid = await openDay(page, today, slug);
  const step = (name: string, label: string) => grid.getByRole("button", { name: `${name}：${label}にする` });
  const block = blockOf(grid, "早川 一");
  await expect(step("早川 一", "来店")).toBeVisible();
  await expect(step("早川 三", "来店"), "it comes in nearly two hours").toHaveCount(0);
  await fitsFinger(step("早川 一", "来店"));
  const line = grid.getByRole("row", { name: /C3/ });
  expect(await line.boundingBox(), "the grid's dimensions are those of owner section 2").toMatchObject({ height: 60 });
  const cell = line.getByRole("gridcell", { name: /^C3 17:00/ });
  expect(await cell.boundingBox()).toMatchObject({ width: 80 });
  await shot(page, "due");

  const colleague = await page.context().newPage();
  const theirs = blockOf(await openDay(colleague, today, slug), "早川 一");
  for (const label of ["来店", "着席", "会計"]) {
    await step("早川 一", label).click();
    await expect(block).toHaveAccessibleName(new RegExp(`${label} 18:[123]\\d`));
    await expect(page.getByText(`早川 一：${label}にしました。`)).toBeVisible();
  }
  await expect(page.getByRole("complementary"), "the pane stays closed").toHaveCount(0);
  await expect(grid.locator(".selected")).toHaveCount(0);
  await expect(theirs).toHaveAccessibleName(/会計 18:[123]\d/);
  await colleague.close();
  await page.getByRole("button", { name: "元に戻す" }).click();
  await expect(block).toHaveAccessibleName(/着席 18:[123]\d/);
  await expect(step("早川 一", "会計")).toBeVisible();

  await step("早川 二", "無断キャンセル").click();
  await expect(blockOf(grid, "早川 二")).toHaveAccessibleName(/無断キャンセル/);
  await shot(page, "no-show");
  await page.getByRole("button", { name: "元に戻す" }).click();
  await expect(step("早川 二", "来店")).toBeVisible();
  expect(await stateOf(evening, "早川 二")).toBeNull();
  await checkAccessibility(page);

  await block.click();
  await expect(page.getByRole("complementary"), "the rest of the block opens the pane").toBeVisible();
  await page.getByRole("complementary").getByRole("button", { name: "閉じる" }).click();
  for (const label of ["会計", "退店"]) await step("早川 一", label).click();
  await expect(block).toHaveAccessibleName(/退店 18:[123]\d/);
  await expect(step("早川 一", "退店")).toHaveCount(0);
  await shot(page, "done");
  await staff.close();
});

test("by keyboard, S is the next step and Shift+S the previous one", async ({ page, baseURL, clock }) => {
  test.setTimeout(120_000);
  const evening = await begin({ page, baseURL, clock }, "steps-keys");
  const { staff } = evening;
  await page.goto(addressOf(evening, "daily_calendars"));
  await expect(page.locator("[data-live=true]")).toBeVisible();
  const grid = page.getByRole("grid");
  await tabTo(page, /^Seats by time$/);
  await page.keyboard.press("s");
  await expect(blockOf(grid, "早川 一"), "the first cell is at the present").toHaveAccessibleName(/Arrived 18:[123]\d/);
  await page.keyboard.press("s");
  await expect(blockOf(grid, "早川 一")).toHaveAccessibleName(/Seated 18:[123]\d/);
  await expect(page.getByText("早川 一: Seated.")).toBeVisible();
  await page.keyboard.press("Shift+S");
  await expect(blockOf(grid, "早川 一")).toHaveAccessibleName(/Arrived 18:[123]\d/);
  expect(await stateOf(evening, "早川 一")).toBe("arrived");
  // From 18:00 on C1 to 20:00 on C4.
  for (const key of ["ArrowDown", "ArrowRight"]) {
    for (let count = 0; count < (key === "ArrowDown" ? 3 : 4); count += 1) await page.keyboard.press(key);
  }
  await page.keyboard.press("s");
  await expect(page.getByText("早川 三: no next step can be recorded now.")).toBeVisible();
  await checkAccessibility(page);

  await page.goto(addressOf(evening, "floor_plans"));
  const floor = page.getByRole("group", { name: "Tables of the floor" });
  await tabTo(page, /^C1/);
  await page.keyboard.press("s");
  await expect(blockOf(floor, "早川 一").first()).toHaveAccessibleName(/Seated 18:[123]\d/);
  await shot(page, "floor");
  await staff.close();
});

test.describe("by touch", () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true });

  test("each step is one tap on the block, and on the floor's tile", async ({ page, baseURL, clock }) => {
    test.setTimeout(120_000);
    const evening = await begin({ page, baseURL, clock }, "steps-touch");
    const { staff, slug, today } = evening;
    const grid = await openDay(page, today, slug);
    await stepOfMaple(grid, "来店").tap();
    await expect(blockOf(grid, "Maple")).toHaveAccessibleName(/来店 18:[123]\d/);
    await expect(page.getByRole("complementary")).toHaveCount(0);
    await shot(page, "tablet");
    await checkAccessibility(page);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "現在時刻へ" }).tap();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(stepOfMaple(grid, "着席"), "its end may be out of view").toBeInViewport({ ratio: 1 });
    await fitsFinger(stepOfMaple(grid, "着席"));
    await shot(page, "telephone");
    await stepOfMaple(grid, "着席").tap();
    await expect(blockOf(grid, "Maple")).toHaveAccessibleName(/着席 18:[123]\d/);

    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto(`/owners/floor_plans/${today}?owners_restaurant_slug=${slug}`);
    await expect(page.locator("[data-live=true]")).toBeVisible();
    const floor = page.getByRole("group", { name: "フロアの席" });
    await fitsFinger(stepOfMaple(floor, "会計"));
    await shot(page, "floor");
    await stepOfMaple(floor, "会計").tap();
    await expect(page.getByText("Maple：会計にしました。")).toBeVisible();
    // The second tap of a double tap is ignored; the check takes longer than one.
    await checkAccessibility(page);
    await stepOfMaple(floor, "退店").tap();
    await expect(page.getByText("Maple：退店にしました。")).toBeVisible();
    await expect(page.getByRole("complementary")).toHaveCount(0);
    await page.getByRole("button", { name: "元に戻す" }).tap();
    await expect.poll(() => stateOf(evening, "Maple")).toBe("bill");
    await checkAccessibility(page);
    await staff.close();
  });
});
