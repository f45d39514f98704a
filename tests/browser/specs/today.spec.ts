import { showToday } from "../support/steps";
import { expect, test } from "../support/test";

test("today is the restaurant's day, whatever the browser's time zone and clock", async ({ page, guest }) => {
  const { now } = (await (await guest.get("/dev/clock")).json()) as { now: string };
  const [, month, day] = now.slice(0, 10).split("-");
  // Two days behind, in Los Angeles.
  await page.clock.install({ time: Date.parse(now) - 2 * 86_400_000 });
  await page.goto("/r/kaiseki-hanaikada");
  expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe("America/Los_Angeles");
  const today = await showToday(page);
  await expect(today).toHaveAccessibleName(new RegExp(`年${month}月${day}日（.） 本日 `));

  const shown = await page.getByRole("timer").filter({ hasText: "現在" }).innerText();
  const [hours = 0, minutes = 0] = (/(\d+):(\d+):\d+/.exec(shown) ?? []).slice(1).map(Number);
  const expected = Number(now.slice(11, 13)) * 60 + Number(now.slice(14, 16));
  expect((hours * 60 + minutes - expected + 1440) % 1440).toBeLessThanOrEqual(2);
});

test("a slot at night in the browser's zone keeps the restaurant's time of day", async ({ page, as }) => {
  const diner = await as("hanako@seki.test");
  const { dates } = await diner.availability("sushi-kagura");
  const date = dates.at(-1) ?? "";
  await diner.enter(page.context());
  await page.goto(`/r/sushi-kagura/reservations/new?date=${date}`);
  const [, month, day] = date.split("-");
  await expect(page.getByRole("heading", { level: 2, name: new RegExp(`年${month}月${day}日`) })).toBeVisible();
  await page.getByRole("radio", { name: /カウンター 12:00/ }).click();
  await expect(page.getByLabel("開始時間").locator("option:checked")).toHaveText("12:00");
});
