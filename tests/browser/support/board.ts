import { expect } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";

/** Parties on the grid of a day and on the floor: blocks and tables, steps of visits, and moves. */

interface Point {
  x: number;
  y: number;
}

/** The block of a party on the grid, or its table on the floor. */
export const blockOf = (board: Locator, name: string) =>
  board.locator("[data-item]").and(board.getByRole("button", { name: new RegExp(name) }));

/** The button that records a step of a party's visit, in either language. */
const stepOf = (board: Locator, party: string, step: string) =>
  board.getByRole("button", { name: new RegExp(`^${party}(?:：${step}にする|: ${step})$`) });

/**
 * Records steps of visits, one press each. A recorded step's button disappears. The parties take turns: the second tap
 * of a double tap is ignored.
 */
export async function pressSteps(
  board: Locator,
  steps: string[],
  parties: string[],
  by: "click" | "tap" = "click",
): Promise<void> {
  for (const step of steps) {
    for (const party of parties) {
      const button = stepOf(board, party, step);
      await button[by]();
      await expect(button).toHaveCount(0);
    }
  }
}

/** The bar that names a moved party and its target, in either language. */
export const moveBarOf = (page: Page, name: string) =>
  page.getByRole("group", { name: new RegExp(`^(?:${name}を移動中|Moving ${name})$`) });

/** The position of an element once it is drawn: the day may be reloaded meanwhile. */
export async function middleOf(place: Locator): Promise<Point & { width: number }> {
  let middle = { x: 0, y: 0, width: 0 };
  await expect(async () => {
    await place.scrollIntoViewIfNeeded();
    const box = await place.boundingBox();
    if (!box) throw new Error("it is not drawn");
    middle = { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
  }).toPass();
  return middle;
}

export async function drag(page: Page, from: Point, by: Point, isDropped = true): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 4 });
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 4 });
  if (isDropped) await page.mouse.up();
}

/** Presses a party with a finger until the bar shows that it is moved, and lifts the finger. */
export async function pickUp(page: Page, party: Locator, bar: Locator): Promise<void> {
  const { x, y } = await middleOf(party);
  const session = await page.context().newCDPSession(page);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await expect(bar).toBeVisible();
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}
