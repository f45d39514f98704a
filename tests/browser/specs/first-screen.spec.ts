import { once } from "node:events";
import { checkAccessibility } from "../support/axe";
import { expect, test } from "../support/test";

const SLUG = "sushi-kagura";

const VISITORS = [
  { locale: "ja", heading: "鮨かぐら", card: "鮨かぐら", heart: "お気に入りに追加", terms: "利用規約", width: 390 },
  {
    locale: "en",
    heading: "Sushi Kagura",
    card: "Sushi Kagura",
    heart: "Add to favourites",
    terms: "Terms of use",
    width: 1440,
  },
] as const;

declare global {
  interface Window {
    shifts: number[];
  }
}

for (const { locale, heading, card, heart, terms, width } of VISITORS) {
  test(`the first screen is shown before its application loads, ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.addInitScript(() => {
      window.shifts = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          window.shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    const held = new AbortController();
    await page.route("**/assets/*.js", async (route) => {
      if (!held.signal.aborted) await once(held.signal, "abort");
      await route.continue();
    });

    await page.goto(`/${locale}/r/${SLUG}`, { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    const cover = page.getByRole("article").locator("img").first();
    await expect(cover).toHaveJSProperty("complete", true);
    await expect(page.locator("#root button:not([inert])")).toHaveCount(0);
    await expect(page.locator("#root select:enabled")).toHaveCount(0);
    await checkAccessibility(page);
    await page.screenshot({ path: test.info().outputPath(`drawn-${locale}.png`) });
    const link = page.getByRole("banner").getByRole("link").first();
    await link.focus();

    held.abort();
    await expect(page.getByRole("button", { name: heart })).toBeVisible();
    await expect(link, "the keyboard keeps its place").toBeFocused();
    await expect(page.getByRole("grid")).toHaveAttribute("aria-busy", "false");
    await expect(page.locator("#root")).not.toHaveAttribute("data-drawn");
    const shifts = await page.evaluate(() => window.shifts);
    expect(
      shifts.reduce((sum, shift) => sum + shift, 0),
      "nothing jumps when the application comes",
    ).toBeLessThan(0.05);
    await page.getByRole("button", { name: heart }).click();
    await expect(page, "the heart leads to the door").toHaveURL(/\/users\/sign_in/);
  });

  test.describe("without script", () => {
    test.use({ javaScriptEnabled: false });

    test(`without script the page lists the restaurants with their descriptions, ${locale}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`/${locale}/`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("link", { name: terms })).toHaveAttribute("href", `/${locale}/legal/terms`);
      await page.screenshot({ path: test.info().outputPath(`home-${locale}.png`), fullPage: true });
      await page.getByRole("link", { name: card, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`/${locale}/r/${SLUG}$`));
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    });
  });
}

test("a missing picture does not block the application", async ({ page }) => {
  // It is neither answered nor refused.
  await page.route("**/pictures/**", () => undefined);
  await page.goto(`/ja/r/${SLUG}`, { waitUntil: "commit" });
  await expect(page.locator("#root[data-drawn]")).toBeVisible();
  await expect(page.locator("#root")).not.toHaveAttribute("data-drawn");
  await page.getByRole("button", { name: "お気に入りに追加" }).click();
  await expect(page).toHaveURL(/\/users\/sign_in/);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
