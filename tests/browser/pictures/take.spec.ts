import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { settled } from "../support/album";
import { blockOf, drag, middleOf, pressSteps } from "../support/board";
import { CONNECTION_IS_BACK, Line, ignoreOfflineErrors } from "../support/connection";
import { EARLY, LATE, beginEvening } from "../support/evening";
import type { Party, SeatingArea } from "../support/evening";
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

/** Waits until a step can no longer be undone: the offer is no part of a picture. */
function undoIsOver(page: Page): Promise<void> {
  return expect(page.getByRole("button", { name: "元に戻す" })).toHaveCount(0, { timeout: 10_000 });
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

  test("reports", async ({ page, baseURL }) => {
    const staff = await Staff.signedIn(baseURL ?? "");
    await tomorrowOf(staff, "sushi-kagura");
    await staff.enter(page.context());
    const isBehind = async () => (await staff.page<{ is_behind: boolean }>("/owners/reports")).is_behind;
    await expect.poll(isBehind, "the worker sums up").toBe(false);
    await page.goto("/owners/reports");
    await expect(page.getByRole("img", { name: /^来店数のグラフ/ })).toBeVisible();
    await take(page, "reports");
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

// The tests from here on move the demo's clock, so they come last.

const AREAS: SeatingArea[] = [
  { type: "counter", name: ["カウンター", "Counter"], places: 1, labels: ["C1", "C2", "C3", "C4", "C5"] },
  { type: "table", name: ["テーブル席", "Tables"], places: 4, labels: ["T1", "T2", "T3"] },
];
const PARTIES: Party[] = [
  { name: "佐々木 誠", guests: 2, seats: ["C1", "C2"], times: EARLY },
  { name: "森 由紀", guests: 1, seats: ["C3"], times: ["18:00", "20:00"] },
  { name: "大西 健", guests: 2, seats: ["C4", "C5"], times: ["18:00", "20:00"] },
  { name: "原田 学", guests: 4, seats: ["T1"], times: EARLY },
  { name: "小林 花", guests: 3, seats: ["T2"], times: ["18:00", "20:00"] },
  { name: "田中 恵", guests: 2, seats: ["C1", "C2"], times: LATE },
  { name: "藤井 涼", guests: 4, seats: ["T1"], times: LATE },
];

test.describe("on a desktop in the evening", () => {
  test.use({ viewport: { width: 1280, height: 860 } });

  test("refused move, and seat finder", async ({ page, baseURL, clock }) => {
    const parties = { areas: AREAS, parties: PARTIES };
    const { staff, slug, today } = await beginEvening({ page, baseURL, clock, name: "pictures-desktop", ...parties });
    const grid = await openDay(page, today, slug);
    const start = await middleOf(blockOf(grid, "佐々木 誠"));
    await drag(page, { x: start.x, y: start.y - 20 }, { x: 80, y: 120 }, false);
    await expect(grid.locator(".ghost.refused")).toContainText("森 由紀（18:00–20:00）の予約があります");
    await take(page, "move");
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await expect(grid.locator(".ghost")).toHaveCount(0);

    await page.getByRole("button", { name: "席を探して予約" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "人数と時刻" }).fill("2名 20:00");
    await expect(dialog.getByRole("option").first()).toContainText("カウンター C3・C4");
    await expect(dialog.getByRole("progressbar")).toHaveCount(0);
    await take(page, "seat-finder");
    await staff.close();
  });
});

test.describe("on a tablet in the evening", () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true });

  test("floor", async ({ page, baseURL, clock }) => {
    await clock.goTo("18:40");
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
    await undoIsOver(page);
    await take(page, "floor");
    await staff.close();
  });

  test("day without a connection, and waiting list", async ({ page, baseURL, complaints, clock }) => {
    const evening = { name: "pictures-tablet", time: "18:30", areas: AREAS, parties: PARTIES };
    const { staff, slug, today } = await beginEvening({ page, baseURL, clock, ...evening });
    const line = await Line.to(baseURL ?? "");
    const grid = page.getByRole("grid");
    const open = async (view: string) => {
      await page.goto(`${line.url}/owners/${view}/${today}?owners_restaurant_slug=${slug}`);
      await expect(page.locator("[data-live=true]")).toBeVisible();
    };
    await open("daily_calendars");
    await pressSteps(grid, ["来店", "着席"], ["佐々木 誠", "原田 学", "森 由紀"], "tap");
    line.break();
    await expect(page.getByRole("alert").filter({ hasText: "通信が切れています" })).toBeVisible(CONNECTION_IS_BACK);
    await pressSteps(grid, ["会計"], ["佐々木 誠"], "tap");
    await pressSteps(grid, ["来店"], ["大西 健"], "tap");
    await grid.getByRole("gridcell", { name: /^T3 18:30 空席/ }).tap();
    await page.getByRole("button", { name: "ウォークイン 2名", exact: true }).tap();
    await expect(page.getByRole("button", { name: "未送信 3件" })).toBeVisible();
    await undoIsOver(page);
    await take(page, "offline");
    line.restore();
    await expect(page.getByRole("button", { name: /^未送信/ })).toHaveCount(0, CONNECTION_IS_BACK);

    for (const [name, guests_count, starts_from, starts_till] of [
      ["高橋 光", 2, "20:00", "20:30"],
      ["石井 美咲", 8, "19:30", "20:30"],
      ["村上 大輔", 4, "20:00", "21:00"],
    ] as const) {
      const invitation_email = `party-of-${guests_count}@example.jp`;
      const customer = { type: "InvitedCustomer", nickname: name, invitation_email };
      const { uid } = await staff.write<{ uid: string }>("POST", "/owners/api/customers", { customer });
      const entry = { customer_uid: uid, date: today, starts_from, starts_till, guests_count };
      await staff.write("POST", "/owners/api/waiting_list", entry);
    }
    await open("floor_plans");
    await page.getByRole("button", { name: /^空席待ち 3組/ }).tap();
    const pane = page.getByRole("complementary", { name: "空席待ち" });
    await expect(pane.getByRole("listitem")).toHaveCount(3);
    await take(page, "waiting-list");
    await page.goto("about:blank");
    ignoreOfflineErrors(complaints);
    await line.close();
    await staff.close();
  });
});
