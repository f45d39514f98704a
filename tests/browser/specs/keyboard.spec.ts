import { tabTo } from "../support/keyboard";
import { CARDS, showToday } from "../support/steps";
import { expect, test } from "../support/test";

test("a diner books with the keyboard alone", async ({ page, fresh }) => {
  const diner = await fresh();
  await diner.registerCard(CARDS.plain);
  await diner.enter(page.context());
  await page.goto("/r/sushi-kagura/reservations/new");
  await showToday(page);
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });

  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "本文へ移動" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, /年\d+月\d+日/);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-date") ?? "");
  const first = await focused();
  await page.keyboard.press("ArrowRight");
  await expect.poll(focused).toBe(plus(first, 1));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("PageDown");
  await expect.poll(async () => (await focused()).slice(0, 7)).not.toBe(first.slice(0, 7));
  await expect(page.locator(":focus[data-status]")).not.toHaveAttribute("data-status", "loading");
  // There is no open day after the last one.
  const isLate = Number((await focused()).slice(8)) > 15;
  for (let step = 0; step < 14; step += 1) {
    if ((await page.locator(":focus").getAttribute("data-status")) === "available" && step > 3) break;
    const before = await focused();
    await page.keyboard.press(isLate ? "ArrowLeft" : "ArrowRight");
    await expect.poll(focused).toBe(plus(before, isLate ? -1 : 1));
  }
  const date = await focused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: new RegExp(`${Number(date.slice(8))}日`) })).toBeFocused();

  const lunch = page.getByRole("radio", { name: /カウンター 12:00/ });
  await expect(lunch).toBeVisible();
  await tabTo(page, /カウンター 12:00/);
  await page.keyboard.press("Space");
  await expect(lunch).toBeChecked();
  await tabTo(page, /^人数/);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByLabel("人数")).toHaveValue("2");
  await tabTo(page, /予約内容の確認へ進む/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "予約内容の確認" })).toBeVisible();

  const boxes = page.getByRole("group", { name: "確認事項" }).getByRole("checkbox");
  await expect(boxes.first()).toBeVisible();
  await tabTo(page, /で間違いありません/);
  for (let index = 0; index < (await boxes.count()); index += 1) {
    await expect(boxes.nth(index)).toBeFocused();
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
  }
  // The links to the operator's documents are in between.
  await tabTo(page, /予約を確定する/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("予約確定", { exact: true }).first()).toBeVisible();
});

function plus(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}
