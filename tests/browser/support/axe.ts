import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

type Options = Parameters<AxeBuilder["options"]>[0];
type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];

/**
 * What axe finds wrong. A page without frames is judged where it stands: what looks into frames of other origins
 * sums up in a page of its own, which takes longer than the judging.
 */
export async function violationsOf(page: Page, options: Options = {}, part = "html"): Promise<Violations> {
  const builder = new AxeBuilder({ page }).include(part).options({ ...options, resultTypes: ["violations"] });
  const { violations } = await builder.setLegacyMode(page.frames().length === 1).analyze();
  return violations;
}

/** What is shown of a control is part of its name: who speaks to the page can say it (an experimental rule of axe). */
export async function checkNames(page: Page): Promise<void> {
  const violations = await violationsOf(page, { runOnly: { type: "rule", values: ["label-content-name-mismatch"] } });
  expect.soft(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
}

/** Nothing on the page, or in a part of it, keeps anybody out. Animations have ended by then, so that colours are those that stay. */
export async function checkAccessibility(page: Page, part = "html"): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))),
  );
  const violations = await violationsOf(page, {}, part);
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect.soft(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([]);
}
