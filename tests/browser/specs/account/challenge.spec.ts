import { checkAccessibility } from "../../support/axe";
import { expect, test } from "../../support/test";
import { words } from "./words";

/** F028: whoever is refused again and again ticks the box, and goes on where they came from. */
test("a captcha challenge lifts the limits and leads back", async ({ page, guest, baseURL }) => {
  let way: string | undefined;
  for (let tries = 0; tries < 80 && way === undefined; tries += 1) {
    const body = { user: { email: "nobody@example.test" } };
    const answer = await guest.tried("/users/password", body, `${baseURL}/users/password/new`);
    if (answer.status() === 429) way = ((await answer.json()) as { redirect_to?: string }).redirect_to;
  }
  for (const lang of ["en", "ja"] as const) {
    const w = words[lang];
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
  await page.goto(`${way}`);
  await expect(page.getByText("このURLは無効です。")).toBeVisible();
  const again = await guest.tried("/users/password", { user: { email: "nobody@example.test" } }, `${baseURL}/`);
  expect(again.status()).toBe(200);
});
