import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { settled } from "../support/album";
import { openSlot } from "../support/slots";
import { Staff, laterThan, openDay, tomorrowOf } from "../support/staff";
import { bankBox, CARDS, tickEverything } from "../support/steps";
import { expect, test } from "../support/test";

const FOLDER = fileURLToPath(new URL("../../../docs/pictures/", import.meta.url));
const MAX_BYTES = 150_000;

/** The picture as WebP, which Chromium writes itself; as good as its size allows. */
async function take(page: Page, name: string): Promise<void> {
  await settled(page);
  const session = await page.context().newCDPSession(page);
  const file = `${FOLDER}${name}.webp`;
  for (const quality of [90, 80, 70, 60, 45]) {
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality });
    writeFileSync(file, Buffer.from(data, "base64"));
    if (statSync(file).size <= MAX_BYTES) return;
  }
  throw new Error(`${name} stays above ${MAX_BYTES} bytes`);
}

test.beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true });
});

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1280, height: 860 } });

  test("home", async ({ page }) => {
    await page.goto("/ja/");
    await take(page, "home");
  });

  test("new reservation", async ({ page, fresh }) => {
    const diner = await fresh();
    await diner.enter(page.context());
    const { dates } = await diner.availability("sushi-kagura");
    await page.goto(`/ja/r/sushi-kagura/reservations/new?date=${dates.at(-1)}`);
    await page.getByRole("radio", { name: /カウンター 17:30/ }).click();
    await page.getByLabel("人数").selectOption("2名");
    await page.getByRole("radio", { name: /^おまかせコース/ }).click();
    await page.evaluate(() => window.scrollTo(0, 0));
    await take(page, "new-reservation");
  });

  test("day", async ({ page, baseURL }) => {
    const staff = await Staff.signedIn(baseURL ?? "");
    const date = await tomorrowOf(staff, "sushi-kagura");
    await staff.enter(page.context());
    const grid = await openDay(page, date, "sushi-kagura");
    await grid.getByRole("button", { name: /Web予約 佐藤 健二/ }).click();
    await expect(page.getByRole("complementary").getByText("予約番号")).toBeVisible();
    await expect(page.getByRole("complementary").getByRole("status")).toHaveCount(0);
    await take(page, "day");
    await staff.close();
  });

  test("3-D Secure", async ({ page, fresh, freeDay }) => {
    const diner = await fresh();
    await diner.registerCard(CARDS.asks);
    const uid = await openSlot(diner, "sushi-kagura", await freeDay("sushi-kagura"), 2);
    await diner.enter(page.context());
    await page.goto(`/ja/r/sushi-kagura/reservations/${uid}/review`);
    await tickEverything(page);
    await page.getByRole("button", { name: "支払って予約を確定する" }).click();
    await expect(bankBox(page, "780")).toBeVisible();
    await take(page, "three-d-secure");
  });

  test("list of reservations", async ({ page, fresh, freeDay }) => {
    const diner = await fresh();
    await diner.registerCard(CARDS.plain);
    for (const slug of ["kaiseki-hanaikada", "yakitori-tomoshibi"]) {
      const uid = await openSlot(diner, slug, await freeDay(slug), 2);
      await diner.confirm(slug, uid);
    }
    await openSlot(diner, "sushi-kagura", await freeDay("sushi-kagura"), 2);
    await diner.enter(page.context());
    await page.goto("/ja/users/upcoming_reservations");
    await expect(page.getByRole("article")).toHaveCount(3);
    await take(page, "reservations");
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true });

  test("restaurant", async ({ page }) => {
    await page.goto("/ja/r/sushi-kagura");
    await take(page, "restaurant-phone");
  });

  test("review", async ({ page, fresh, freeDay }) => {
    const diner = await fresh();
    await diner.registerCard(CARDS.plain);
    const uid = await openSlot(diner, "kaiseki-hanaikada", await freeDay("kaiseki-hanaikada"), 2);
    await diner.enter(page.context());
    await page.goto(`/ja/r/kaiseki-hanaikada/reservations/${uid}/review`);
    await expect(page.getByRole("timer")).toBeVisible();
    await take(page, "review-phone");
  });
});

/** 18:40 in Tokyo, in seconds of the UTC day. */
const EVENING = 9 * 3_600 + 40 * 60;
const DAY = 86_400;

test.describe("on a tablet in the evening", () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true });

  /** It moves the demo's clock, so it comes last. */
  test("floor", async ({ page, guest, baseURL }) => {
    const { now } = (await (await guest.get("/dev/clock")).json()) as { now: string };
    const second = Math.floor(Date.parse(now) / 1000) % DAY;
    await guest.post("/dev/clock", { advance_seconds: (EVENING - second + DAY) % DAY });
    const staff = await Staff.signedIn(baseURL ?? "");
    const today = laterThan(await tomorrowOf(staff, "sushi-kagura"), -1);
    await staff.enter(page.context());
    await page.goto(`/owners/floor_plans/${today}?owners_restaurant_slug=sushi-kagura`);
    const tables = page.getByRole("group", { name: "フロアの席" }).getByRole("button");
    const parties = tables.filter({ hasText: "ウォークイン" });
    for (const seat of ["C5", "C2", "C7"]) {
      const before = await parties.count();
      await tables.filter({ hasText: seat }).tap();
      await page.getByRole("button", { name: "ウォークイン 1名", exact: true }).tap();
      await expect(parties).toHaveCount(before + 1);
    }
    await parties.first().tap();
    await page.getByRole("complementary").getByRole("button", { name: "会計" }).tap();
    await page.getByRole("complementary").getByRole("button", { name: "閉じる" }).tap();
    await expect(page.getByRole("button", { name: "元に戻す" })).toHaveCount(0, { timeout: 10_000 });
    await take(page, "floor");
    await staff.close();
  });
});
