import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

type Options = Parameters<AxeBuilder["options"]>[0];
type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];

/**
 * Returns the violations that axe finds. A page without frames is checked directly: for frames of other origins, axe
 * combines the results in a separate page, which takes longer than the check.
 */
export async function violationsOf(page: Page, options: Options = {}, part = "html"): Promise<Violations> {
  const builder = new AxeBuilder({ page }).include(part).options({ ...options, resultTypes: ["violations"] });
  const { violations } = await builder.setLegacyMode(page.frames().length === 1).analyze();
  return violations;
}

/** A control's visible text is part of its name, so users of voice control can say it (an experimental rule of axe). */
export async function checkNames(page: Page): Promise<void> {
  const violations = await violationsOf(page, { runOnly: { type: "rule", values: ["label-content-name-mismatch"] } });
  expect.soft(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
}

/**
 * Nothing on the page, or in a part of it, excludes a user. Waits for the end of animations, because the final colours
 * count: an element that has just appeared begins its animation up to two frames later.
 */
export async function checkAccessibility(page: Page, part = "html"): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)));
  });
  const violations = await violationsOf(page, {}, part);
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect.soft(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([]);
}
