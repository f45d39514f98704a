import { mkdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page, TestInfo } from "@playwright/test";
import { expect } from "@playwright/test";

const ARTEFACTS = fileURLToPath(new URL("../artefacts/", import.meta.url));

/** Letters, calendar and pictures are there. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await expect(page.locator("[role=grid][aria-busy=true]")).toHaveCount(0);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.loading === "lazy"));
}

/**
 * Stores whole-page pictures of a test, numbered in its order, in a folder with its project's name below `artefacts`;
 * deletes the pictures of a previous run.
 */
export function album(page: Page, { project }: TestInfo): (name: string) => Promise<void> {
  const folder = `${ARTEFACTS}${project.name.replaceAll(/[^a-z]+/g, "-")}/`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let taken = 0;
  return async (name) => {
    await settled(page);
    // Otherwise what sticks to the window's edge lies in the middle of the picture.
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    taken += 1;
    const path = `${folder}${String(taken).padStart(2, "0")}-${name}.png`;
    await page.screenshot({ path, fullPage: true, animations: "disabled" });
  };
}
