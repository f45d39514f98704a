import type { Page } from "@playwright/test";
import { signInAsAdmin } from "../support/admin";
import { ADMIN_DOORS, adminPages, newPasswordPage } from "../support/admin-pages";
import { violationsOf } from "../support/axe";
import { withLongestTexts } from "../support/longest";
import { dinerPages, GUEST_PAGES } from "../support/pages";
import type { Stop } from "../support/pages";
import { fits } from "../support/sideways";
import { expect, test } from "../support/test";

type Rules = Record<string, { enabled: boolean }>;

const LANGUAGES = ["ja", "en"] as const;

/** Who speaks to the browser says what is written on a button; axe does not ask for that by itself. */
const ALSO: Rules = { "label-content-name-mismatch": { enabled: true } };

/** Colours are the same in both languages, and the slowest to look at. */
const NO_COLOURS: Rules = { ...ALSO, "color-contrast": { enabled: false } };

async function inspect(
  page: Page,
  stops: Stop[],
  lang: string,
  rules: Rules = ALSO,
  look?: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  for (const { name, path } of stops) {
    await test.step(`${name} in ${lang}`, async () => {
      await page.goto(`/${lang}${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      await expect(page).toHaveTitle(/ \| /);
      const violations = await violationsOf(page, { rules });
      const grave = violations.filter(
        ({ id, impact }) => impact === "serious" || impact === "critical" || id === "heading-order",
      );
      const found = grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
      expect.soft(found, `${name} in ${lang}`).toEqual([]);
      await look?.(page, `${name} in ${lang}`);
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

  test(`pages of the admins are accessible (${lang})`, async ({ page, baseURL }) => {
    test.setTimeout(480_000);
    const rules = lang === "ja" ? ALSO : NO_COLOURS;
    // Japanese is measured by itself, with the longest texts.
    const look = lang === "ja" ? undefined : fits;
    await inspect(page, [...ADMIN_DOORS, await newPasswordPage(page.request, "admin@seki.test")], lang, rules, look);
    await signInAsAdmin(page);
    const stops = await adminPages(page.request, baseURL ?? "");
    if (lang === "en") await withLongestTexts(page.context());
    await inspect(page, stops, lang, rules, look);
  });
}
