import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test";

/** Nothing serious stands in the way of anybody on this page as it is now. */
export async function inspect(page: Page, name: string): Promise<void> {
  // Colours are measured once nothing fades in any more.
  await page.waitForTimeout(400);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const found = grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 300)).join("\n")}`);
  expect.soft(found, name).toEqual([]);
}
