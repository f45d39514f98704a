import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { dinerPages, GUEST_PAGES } from "../support/pages";
import type { Stop } from "../support/pages";
import { expect, test } from "../support/test";

const LANGUAGES = ["ja", "en"] as const;

/** Who speaks to the browser says what is written on a button; axe does not ask for that by itself. */
const ALSO = { "label-content-name-mismatch": { enabled: true } };

async function inspect(page: Page, stops: Stop[], lang: string): Promise<void> {
  for (const { name, path } of stops) {
    await test.step(`${name} in ${lang}`, async () => {
      await page.goto(`/${lang}${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      await expect(page).toHaveTitle(/ \| /);
      const { violations } = await new AxeBuilder({ page }).options({ rules: ALSO }).analyze();
      const grave = violations.filter(
        ({ id, impact }) => impact === "serious" || impact === "critical" || id === "heading-order",
      );
      const found = grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
      expect.soft(found, `${name} in ${lang}`).toEqual([]);
    });
  }
}

for (const lang of LANGUAGES) {
  test(`pages of a guest are accessible (${lang})`, async ({ page }) => {
    test.setTimeout(120_000);
    await inspect(page, GUEST_PAGES, lang);
  });

  test(`pages of a diner are accessible (${lang})`, async ({ page, fresh }) => {
    test.setTimeout(120_000);
    const diner = await fresh({ locale: lang });
    const stops = await dinerPages(diner, lang === "ja" ? 14 : 15);
    await diner.enter(page.context());
    await inspect(page, stops, lang);
  });
}
