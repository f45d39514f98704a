import type { Page } from "@playwright/test";
import { settled } from "../support/album";
import { withLongestTexts } from "../support/longest";
import { dinerPages, GUEST_PAGES, staffPages } from "../support/pages";
import type { Stop } from "../support/pages";
import { Staff } from "../support/staff";
import { expect, test } from "../support/test";

const softly = expect.configure({ soft: true });

const WIDTHS = [390, 1024];

/** Whether a page scrolls sideways, and what sticks out of it. */
async function sidewaysBy(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.scrollingElement ?? document.documentElement;
    if (root.scrollWidth <= window.innerWidth) return [];
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) => element.getBoundingClientRect().right > window.innerWidth + 1 && element.childElementCount === 0,
    );
    const named = wide.slice(0, 5).map((element) => `${element.outerHTML.slice(0, 120)}…`);
    return [`${root.scrollWidth} of ${window.innerWidth}`, ...named];
  });
}

async function measure(page: Page, stops: Stop[]): Promise<void> {
  for (const { name, path } of stops) {
    await test.step(name, async () => {
      const answer = await page.goto(path);
      expect(answer?.ok() ?? false, name).toBe(name !== "missing");
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        await settled(page);
        const asOpened = async () => {
          const found = await sidewaysBy(page);
          // What counts is the page as it opens at this width, not the way there from a wider one.
          if (found.length > 0) await page.reload();
          return found;
        };
        await softly.poll(asOpened, { message: `${name} at ${width}`, timeout: 10_000 }).toEqual([]);
      }
    });
  }
}

test("no page of the console scrolls sideways with the longest texts", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const stops = await staffPages(staff, "sushi-kagura");
  await staff.enter(page.context());
  await staff.close();
  await withLongestTexts(page.context());
  await measure(page, stops);
  await page.setViewportSize({ width: 1024, height: 844 });
  await page.goto(stops.find(({ name }) => name === "owner-day")?.path ?? "");
  await expect(page.getByRole("grid"), "a long memo leaves the seats on the screen").toBeInViewport();
});

test("no page of the site scrolls sideways with the longest texts", async ({ page, fresh }) => {
  await withLongestTexts(page.context());
  await measure(page, GUEST_PAGES);
  const diner = await fresh();
  const stops = await dinerPages(diner, 18);
  await diner.enter(page.context());
  await measure(page, stops);
  const header = await page.getByRole("banner").boundingBox();
  expect(header?.height, "the header has one line").toBeLessThan(80);
});
