import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

/** What is shown of a control is part of its name: who speaks to the page can say it (an experimental rule of axe). */
export async function checkNames(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withRules(["label-content-name-mismatch"]).analyze();
  expect.soft(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
}

/** Nothing on the page keeps anybody out. Animations have ended by then, so that colours are those that stay. */
export async function checkAccessibility(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect.soft(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([]);
}
