import { openSlot } from "../../support/slots";
import { checkAccessibility, checkNames } from "../../support/axe";
import { serveCrowdedDays } from "../../support/crowd";
import { Staff, openDay, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";
const KAISEKI = "kaiseki-hanaikada";

const RESERVE = "店頭予約・招待";
const WEB_SLOT = "Web予約枠を作成";
const HOLDING = "お客様が枠を確保中です";

// F114, F115, F116
test("the day is drawn to the pixel, with every kind of item and its pane", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const tomorrow = await tomorrowOf(staff, SUSHI);
  await staff.enter(page.context());
  const grid = await openDay(page, tomorrow, SUSHI);

  const times = page.getByRole("columnheader");
  const boxOf = async (name: string | RegExp) => (await times.filter({ hasText: name }).first().boundingBox())?.width;
  const cell = (seat: string) => page.getByRole("gridcell", { name: `${seat} 17:30` }).boundingBox();
  await expect.poll(() => boxOf(/^(?:ディナー)?17:30空\d+$/)).toBe(80);
  const hour = grid.getByRole("button", { name: /^(?:ディナー)?17:30空\d+$/ });
  await expect.poll(async () => (await hour.boundingBox())?.width, "fills its head").toBeCloseTo(79, 0);
  await expect.poll(async () => (await hour.boundingBox())?.height).toBeCloseTo(43, 0);
  await expect.poll(async () => (await grid.locator(".time.divider").first().boundingBox())?.width).toBe(20);
  await expect.poll(async () => (await cell("C1"))?.height).toBeCloseTo(59, 0);
  await expect.poll(async () => ((await cell("C2"))?.y ?? 0) - ((await cell("C1"))?.y ?? 0)).toBe(60);

  const pane = page.getByRole("complementary");
  for (const type of ["Web予約", "店頭予約", "招待予約", "他サイト予約"]) {
    await grid
      .getByRole("button", { name: new RegExp(` ${type} `) })
      .first()
      .click();
    await expect(pane).toContainText(type);
    await expect(pane.getByText("予約番号")).toBeVisible();
  }
  await checkAccessibility(page);
  await checkNames(page);

  const hold = grid.getByRole("button", { name: new RegExp(HOLDING) }).first();
  await hold.click();
  await expect(pane.getByText("手続きが終わると")).toBeVisible();
  await expect(pane).not.toContainText("葵");
  await page.keyboard.press("Escape");
  await expect(pane).toBeHidden();
  await expect(hold).toBeFocused();

  await page.getByRole("button", { name: "15分" }).click();
  await expect.poll(async () => boxOf(/^(?:ディナー)?17:45$/)).toBe(40);
  await page.getByRole("button", { name: "30分" }).click();
  await expect.poll(async () => boxOf(/^(?:ディナー)?17:30空\d+$/)).toBe(80);
  await staff.close();
});

// F115, F117
test("seats are chosen with the mouse and with the keyboard alone", async ({ page, baseURL, freeDay }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI);
  await staff.enter(page.context());
  const grid = await openDay(page, date, SUSHI);
  const reserve = page.getByRole("button", { name: RESERVE });
  const webSlot = page.getByRole("button", { name: WEB_SLOT });
  const chosen = grid.locator("[aria-selected=true]");
  const cell = (seat: string, time: string) => page.getByRole("gridcell", { name: `${seat} ${time}` });
  const low = { position: { x: 40, y: 45 } };
  await expect(reserve).toBeDisabled();
  await expect(webSlot).toBeDisabled();

  await cell("C1", "18:00").click(low);
  await cell("C2", "18:00").click(low);
  await expect(chosen).toHaveCount(2);
  await expect(reserve).toBeEnabled();
  await expect(webSlot).toBeEnabled();
  await cell("C1", "19:00").click(low);
  await expect(chosen).toHaveCount(1);
  await cell("C1", "19:00").click(low);
  await expect(chosen).toHaveCount(0);
  await expect(reserve).toBeDisabled();

  await cell("P1", "17:00").click(low);
  await webSlot.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("個室「朧」");
  await dialog.getByRole("button", { name: "閉じる" }).first().click();
  await expect(dialog).toHaveCount(0);
  await expect(chosen, "the seats stay chosen").toHaveCount(1);
  await grid
    .getByRole("button", { name: / Web予約枠 / })
    .first()
    .click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "閉じる" }).first().click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "選択を解除" }).click();

  await grid.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(chosen).toHaveCount(1);
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(chosen).toHaveCount(3);
  await expect(page.getByText(/C1・C2・C3を選択中/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(chosen).toHaveCount(0);
  await staff.close();
});

test("on a tablet the open pane covers no control of the day", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const tomorrow = await tomorrowOf(staff, SUSHI);
  await staff.enter(page.context());
  await page.setViewportSize({ width: 1024, height: 768 });
  const grid = await openDay(page, tomorrow, SUSHI);
  await grid
    .getByRole("button", { name: / 店頭予約 / })
    .first()
    .click();
  await expect(page.getByRole("complementary").getByText("予約番号")).toBeVisible();
  for (const name of ["印刷", "空席待ちに追加", "フロア"])
    await page.getByRole("button", { name, exact: true }).click({ trial: true });
  await staff.close();
});

test("in a narrow window two seats of an evening are chosen one after the other", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI);
  await staff.enter(page.context());
  await page.setViewportSize({ width: 390, height: 844 });
  const grid = await openDay(page, date, SUSHI);
  for (const seat of ["C1", "C2"]) await page.getByRole("gridcell", { name: `${seat} 18:00` }).click();
  const chosen = grid.locator("[aria-selected=true]");
  await expect(chosen).toHaveCount(2);
  expect(await chosen.evaluateAll((cells) => cells.map((cell) => cell.ariaLabel))).toEqual([
    expect.stringMatching(/^C1 18:00 空席/),
    expect.stringMatching(/^C2 18:00 空席/),
  ]);
  await staff.close();
});

// F172
test("a booking arrives while the day is open, and the bell shows it", async ({ page, baseURL, fresh, freeDay }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, KAISEKI);
  const diner = await fresh();
  await diner.registerCard("4242424242424242");
  const date = await freeDay(KAISEKI);
  const uid = await openSlot(diner, KAISEKI, date);
  await diner.remove(`/users/api/reservations/${uid}`);

  await staff.enter(page.context());
  const grid = await openDay(page, date, KAISEKI);
  await grid.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Enter");
  const chosen = grid.locator("[aria-selected=true]");
  await expect(chosen).toHaveCount(1);
  const marker = await page.evaluate(() => Object.assign(window, { stays: true }).stays);
  expect(marker).toBe(true);

  const day = await diner.day(KAISEKI, date);
  const dinner = day.groups.find(({ operation }) => operation === "dinner");
  if (!dinner) throw new Error("no dinner");
  const held = await diner.hold(KAISEKI, day, dinner, 1);
  await expect(grid.getByRole("button", { name: new RegExp(HOLDING) })).toBeVisible();
  await expect(grid.getByText("木村 葉子")).toHaveCount(0);
  await diner.confirm(KAISEKI, held);
  const booking = grid.getByRole("button", { name: /Web予約 木村 葉子/ });
  await expect(booking).toBeVisible();
  await expect(chosen).toHaveCount(1);
  await booking.click();
  const pane = page.getByRole("complementary");
  await expect(pane.getByText("キムラ ヨウコ")).toBeVisible();
  expect(await page.evaluate(() => "stays" in window), "the page was never loaded again").toBe(true);

  await page.reload();
  const bell = page.getByRole("button", { name: /^通知を開く/ });
  await expect(bell).toHaveAccessibleName(/未確認/);
  await bell.click();
  const popup = page.getByRole("dialog", { name: "通知" });
  await expect(popup.getByRole("link", { name: /木村 葉子/ }).first()).toHaveAttribute(
    "href",
    `/owners/daily_calendars/${date}`,
  );
  await checkAccessibility(page);
  // Opening a list marks its notifications as seen; leaving it before it has loaded does not.
  const changes = page.waitForResponse((answer) => answer.url().includes("/owners/api/notifications?type="));
  await popup.getByRole("tab", { name: /変更・キャンセル/ }).click();
  expect((await changes).ok()).toBe(true);
  await expect(popup.getByRole("tabpanel")).toBeVisible();
  await popup.getByRole("tab", { name: /新しい予約/ }).click();
  await page.keyboard.press("Escape");
  await expect(bell).toHaveAccessibleName("通知を開く");
  await page.reload();
  await expect(page.locator("[data-live=true]")).toBeVisible();
  await expect(bell).toHaveAccessibleName("通知を開く");
  await page.goto("/owners/notifications?mode=new_reservation");
  await expect(page.getByRole("heading", { level: 1, name: "通知" })).toBeVisible();
  await expect(page.getByRole("link", { name: /木村 葉子/ }).first()).toBeVisible();
  await checkAccessibility(page);
  await staff.close();
});

test("one key searches, and the day is printed", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const tomorrow = await tomorrowOf(staff, SUSHI);
  await staff.enter(page.context());
  await openDay(page, tomorrow, SUSHI);
  await page.keyboard.press("/");
  const search = page.getByRole("dialog", { name: "お客様・予約の検索" });
  await search.getByRole("combobox").fill("佐藤");
  await expect(page.getByRole("option", { name: /佐藤 健二/ })).toBeVisible();
  await expect(page.getByRole("option", { name: "「佐藤」の予約を検索" })).toBeVisible();
  await checkAccessibility(page);
  await page.keyboard.press("Escape");
  await expect(search).toBeHidden();

  await page.emulateMedia({ media: "print" });
  const paper = page.locator("table").first();
  await expect(paper).toContainText("佐藤 健二");
  await expect(paper).not.toContainText(HOLDING);
  await expect(paper).toContainText("（招待中）");
  await expect(paper.locator("th", { hasText: "電話番号" }), "late guests are called").toHaveCount(1);
  await expect(paper.locator("tr", { hasText: "佐藤 健二" }).first()).toContainText(/0[789]0-\d{4}-\d{4}/);
  await expect(page.getByText(/^\d+組 \d+名.* \/ 招待中（未回答） \d+組 \d+名$/), "counted apart").toBeVisible();
  await expect(page.locator("[role=grid]")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await expect(paper).toHaveCount(0);
  await staff.close();
});

test("without the event stream, the page polls for changes", async ({ page, baseURL, freeDay }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI);
  await staff.enter(page.context());
  // As behind a proxy that keeps everything until the end, which never comes.
  await page.route("**/owners/api/daily_calendars/*/events*", () => undefined);
  await page.clock.install();
  await page.goto(`/owners/daily_calendars/${date}?owners_restaurant_slug=${SUSHI}`);
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.locator("[data-live=false]")).toBeVisible();
  const memo = `貸切 ${Date.now().toString(36)}`;
  await staff.patch(`/owners/api/restaurant_calendar_dates/${date}`, {
    restaurant_calendar_date: { date, daily_memo: memo },
  });
  await expect(page.getByText(memo)).toHaveCount(0);
  await page.clock.fastForward(16_000);
  await expect(page.getByText(memo)).toBeVisible();
  await staff.close();
});

test("a full day shows 60 bookings on 40 seats", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const tomorrow = await tomorrowOf(staff, SUSHI);
  await staff.enter(page.context());
  const grid = await openDay(page, tomorrow, SUSHI);
  await serveCrowdedDays(page);
  await page.getByRole("link", { name: "次の日" }).click();
  await expect(grid.getByRole("rowheader")).toHaveCount(40);
  const bookings = grid.getByRole("button", { name: / 店頭予約 / });
  await expect(bookings).toHaveCount(60);
  for (const [guest, seat] of [
    [0, 0],
    [39, 39],
    [45, 5],
  ]) {
    const block = await grid.locator(`[data-item=crowd${guest}]`).boundingBox();
    const cell = await grid
      .getByRole("gridcell", { name: new RegExp(`^S${seat} `) })
      .first()
      .boundingBox();
    expect(Math.abs((block?.y ?? 0) - (cell?.y ?? -99)), `guest ${guest} on S${seat}`).toBeLessThan(10);
  }
  // The day may be read once more while the page is closed.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await staff.close();
});
