import { openSlot } from "../../support/slots";
import { checkAccessibility } from "../../support/axe";
import { Staff, laterThan, openDay, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";
const KAISEKI = "kaiseki-hanaikada";

const RESERVE = "店頭予約・招待";
const WEB_SLOT = "Web枠を作成";
const HOLDING = "お客様が枠を確保中です";

test("the day is drawn to the pixel, with every kind of item and its pane", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const tomorrow = await tomorrowOf(staff, SUSHI);
  await staff.enter(page.context());
  const grid = await openDay(page, tomorrow, SUSHI);

  const times = page.getByRole("columnheader");
  const boxOf = async (name: string | RegExp) => (await times.filter({ hasText: name }).first().boundingBox())?.width;
  expect(await boxOf(/^(?:ディナー)?17:30$/)).toBe(80);
  expect((await grid.locator(".time.divider").first().boundingBox())?.width).toBe(20);
  expect((await page.getByRole("gridcell", { name: "C1 17:30" }).boundingBox())?.height).toBeCloseTo(59, 0);
  const rows = await Promise.all(
    ["C1", "C2"].map((seat) => page.getByRole("gridcell", { name: `${seat} 17:30` }).boundingBox()),
  );
  expect((rows[1]?.y ?? 0) - (rows[0]?.y ?? 0)).toBe(60);

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
  await expect.poll(async () => boxOf(/^(?:ディナー)?17:30$/)).toBe(80);
  await staff.close();
});

test("seats are chosen with the mouse and with the keyboard alone", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const date = laterThan(await tomorrowOf(staff, SUSHI), 20);
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
    .getByRole("button", { name: / Web枠 / })
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
  await expect(page.getByText(/C1・C2・C3 を選択中/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(chosen).toHaveCount(0);
  await staff.close();
});

test("in a narrow window two seats of an evening are chosen one after the other", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const date = laterThan(await tomorrowOf(staff, SUSHI), 22);
  await staff.enter(page.context());
  await page.setViewportSize({ width: 390, height: 844 });
  const grid = await openDay(page, date, SUSHI);
  for (const seat of ["C1", "C2"]) await page.getByRole("gridcell", { name: `${seat} 18:00` }).click();
  const chosen = grid.locator("[aria-selected=true]");
  await expect(chosen).toHaveCount(2);
  expect(await chosen.evaluateAll((cells) => cells.map((cell) => cell.ariaLabel))).toEqual(["C1 18:00", "C2 18:00"]);
  await staff.close();
});

test("a booking comes in while the day is open, and the bell tells of it", async ({ page, baseURL, fresh }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, KAISEKI);
  const diner = await fresh();
  await diner.registerCard("4242424242424242");
  const { uid, date } = await openSlot(diner, KAISEKI, 20);
  await diner.api.delete(`/users/api/reservations/${uid}`, { headers: { "X-CSRF-Token": await tokenOf(diner.api) } });

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
  await expect(grid.getByRole("button", { name: new RegExp(HOLDING) })).toBeVisible({ timeout: 5_000 });
  await expect(grid.getByText("木村 葉子")).toHaveCount(0);
  await diner.confirm(KAISEKI, held);
  const booking = grid.getByRole("button", { name: /Web予約 木村 葉子/ });
  await expect(booking).toBeVisible({ timeout: 5_000 });
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
  await popup.getByRole("tab", { name: /変更・キャンセル/ }).click();
  await expect(popup.getByRole("tabpanel")).toBeVisible();
  await popup.getByRole("tab", { name: /新しい予約/ }).click();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.locator("[data-live=true]")).toBeVisible();
  await expect(bell).toHaveAccessibleName("通知を開く");
  await page.goto("/owners/notifications?mode=new_reservation");
  await expect(page.getByRole("heading", { level: 1, name: "通知" })).toBeVisible();
  await expect(page.getByRole("link", { name: /木村 葉子/ }).first()).toBeVisible();
  await checkAccessibility(page);
  await staff.close();
});

test("one key searches, and the day goes on paper", async ({ page, baseURL }) => {
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
  const paper = page.locator("table");
  await expect(paper).toContainText("佐藤 健二");
  await expect(paper).not.toContainText(HOLDING);
  await expect(page.locator("[role=grid]")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await expect(paper).toHaveCount(0);
  await staff.close();
});

async function tokenOf(api: Staff["api"]): Promise<string> {
  return (await api.get("/")).headers()["x-csrf-token"] ?? "";
}

test("a day of 60 bookings on 40 seats is drawn in less than 150 ms of script", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const tomorrow = await tomorrowOf(staff, SUSHI);
  await staff.enter(page.context());
  await openDay(page, tomorrow, SUSHI);
  await page.route("**/owners/daily_calendars/*", async (route) => {
    if (route.request().resourceType() === "document") return route.fallback();
    const response = await route.fetch();
    const body = (await response.json()) as { data: CrowdedDay };
    crowd(body.data);
    return route.fulfill({ response, json: body });
  });
  const metrics = await page.context().newCDPSession(page);
  // The processor's time: how busy the machine is otherwise is no matter of ours.
  await metrics.send("Performance.enable", { timeDomain: "threadTicks" });
  const scripting = async () => {
    const { metrics: found } = await metrics.send("Performance.getMetrics");
    return found.find(({ name }) => name === "ScriptDuration")?.value ?? 0;
  };
  const taken: number[] = [];
  for (const turn of [1, 2, 3, 4, 5]) {
    const before = await scripting();
    await page.getByRole("link", { name: "次の日" }).click();
    // Waits without locators, whose own script would be counted too.
    const date = laterThan(tomorrow, turn);
    await page.waitForFunction(
      (wanted) =>
        window.location.pathname.endsWith(wanted) &&
        document.querySelectorAll(".block.OfflineReservation[data-item]").length === 60,
      date,
      { polling: 100 },
    );
    taken.push(Math.round(((await scripting()) - before) * 1000));
  }
  console.log(`a crowded day: ${taken.join(", ")} ms of script`);
  // The machine is shared: the best of five is what the page needs.
  expect(Math.min(...taken)).toBeLessThan(150);
  await staff.close();
});

interface CrowdedDay {
  columns: { label: string | null; from: string }[];
  inventory_groups: { uid: string; inventory_items: { uid: string; id: number; label: string }[] }[];
  items: Record<string, unknown>[];
}

/** Forty seats with three parties to every two of them. */
function crowd(day: CrowdedDay): void {
  const [group] = day.inventory_groups;
  if (!group) throw new Error("no seats");
  group.inventory_items = Array.from({ length: 40 }, (_, n) => ({ uid: `s${n}`, id: 10_000 + n, label: `S${n}` }));
  day.inventory_groups = [group];
  const starts = day.columns.filter(({ label }) => label !== null).map(({ from }) => from);
  day.items = Array.from({ length: 60 }, (_, n) => {
    const from = starts[n < 40 ? 0 : Math.floor(starts.length / 2)] ?? "17:00";
    const till = `${String(Number(from.slice(0, 2)) + 2).padStart(2, "0")}${from.slice(2)}`;
    return {
      uid: `crowd${n}`,
      calendar_item_type: "OfflineReservation",
      status: "accepted",
      operation: "dinner",
      title: `お客様 ${n}`,
      subtitle: "1名 おまかせ",
      customer_group_label: n % 3 === 0 ? "常" : null,
      is_sms_invite: false,
      is_invitation_email: false,
      visit_count: n % 5,
      guests_count: 1,
      course_name: "おまかせ",
      prepaid_price: n % 2 === 0 ? 24_000 : 0,
      special_request: n % 4 === 0 ? "静かな席" : "",
      internal_memo: "",
      customer_internal_memo: "",
      has_allergy: n % 7 === 0,
      allergy_description: "",
      dislikes: "",
      is_gold_candidate: false,
      has_cancel_request: false,
      starts_at: `2026-12-01T${from}:00+09:00`,
      ends_at: `2026-12-01T${till}:00+09:00`,
      start_time: from,
      end_time: till,
      rendered_from: from,
      rendered_till: till,
      inventory_group_uid: group.uid,
      inventory_item_uids: [`s${n % 40}`],
      has_whitelist_online_stock: false,
      is_past_cutoff: false,
      has_effective_course: false,
      online_stock_customer_group_labels: [],
    };
  });
}
