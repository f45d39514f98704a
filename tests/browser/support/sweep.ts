import type { Page } from "@playwright/test";
import { violationsOf } from "./axe";
import type { Stop } from "./pages";
import { expect, test } from "./test";

export type Rules = Record<string, { enabled: boolean }>;

export const LANGUAGES = ["ja", "en"] as const;

/** The name of a button contains its visible text, for users of voice control; axe does not check that by default. */
export const ALSO: Rules = { "label-content-name-mismatch": { enabled: true } };

/** Colours are the same in both languages, and take longest to check. */
export const NO_COLOURS: Rules = { ...ALSO, "color-contrast": { enabled: false } };

export interface Sweep {
  /** Without one the pages have no addresses by language. */
  lang?: (typeof LANGUAGES)[number];
  /** Of axe, which is not asked without them. */
  rules?: Rules;
  /** A further check of each open page. */
  check?: (page: Page, name: string) => Promise<void>;
}

/** A page is there, once it has read what it shows. */
export async function isDrawn(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

async function isAccessible(page: Page, name: string, rules: Rules): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  const violations = await violationsOf(page, { rules });
  const grave = violations.filter(
    ({ id, impact }) => impact === "serious" || impact === "critical" || id === "heading-order",
  );
  const found = grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
  expect.soft(found, name).toEqual([]);
}

/** Opens each page once and checks everything that holds for every page. */
export async function sweep(page: Page, stops: Stop[], { lang, rules, check }: Sweep): Promise<void> {
  for (const { name, path } of stops) {
    const named = lang === undefined ? name : `${name} in ${lang}`;
    await test.step(named, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      const answer = await page.goto(lang === undefined ? path : `/${lang}${path}`);
      expect(answer?.ok() ?? false, named).toBe(name !== "missing");
      await isDrawn(page);
      if (lang !== undefined) {
        await expect(page.locator("html")).toHaveAttribute("lang", lang);
        await expect(page).toHaveTitle(/ \| /);
      }
      if (rules) await isAccessible(page, named, rules);
      await check?.(page, named);
    });
  }
}

/** Every `parts`-th of the pages, from `part` on, so `parts` tests share them. */
export function partOf(stops: Stop[], part: number, parts: number): Stop[] {
  return stops.filter((_, index) => index % parts === part);
}
