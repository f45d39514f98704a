import { checkAccessibility } from "../../support/axe";
import { expect, test } from "../../support/test";
import { WAYS } from "../../support/ways";
import { words } from "./words";

/** F028: after repeated rejections the diner passes the captcha, and continues on the previous page. */
test("a captcha challenge lifts the limits and leads back", async ({ page, guest, baseURL }) => {
  let way: string | undefined;
  for (let attempts = 0; attempts < 80 && way === undefined; attempts += 1) {
    const body = { user: { email: "nobody@example.test" } };
    const answer = await guest.tried("/users/password", body, `${baseURL}/users/password/new`);
    if (answer.status() === 429) way = ((await answer.json()) as { redirect_to?: string }).redirect_to;
  }
  // After one challenge none is required for a while: only the last journey continues.
  for (const { lang, width, height } of WAYS.toReversed()) {
    const w = words[lang];
    await page.setViewportSize({ width, height });
    await page.goto(`/${lang}${way}`);
    await page.getByRole("button", { name: w.verify }).click();
    await expect(page.getByText(w.tickFirst)).toBeVisible();
    await checkAccessibility(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("checkbox", { name: words.ja.robot }).check();
  await page.getByRole("button", { name: words.ja.verify }).click();
  await expect(page.getByText(words.ja.passed)).toBeVisible();
  await expect(page).toHaveURL(/\/users\/password\/new$/);
  for (const lang of ["ja", "en"] as const) {
    await page.goto(`/${lang}${way}`);
    await expect(page.getByText(words[lang].spentChallenge)).toBeVisible();
  }
  const again = await guest.tried("/users/password", { user: { email: "nobody@example.test" } }, `${baseURL}/`);
  expect(again.status()).toBe(200);
});
