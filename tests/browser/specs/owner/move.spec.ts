import type { Locator } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import { drag, middleOf, moveBarOf as bar, pickUp } from "../../support/board";
import { Staff, openDay, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";
import { words } from "../../support/words";

const SUSHI = "sushi-kagura";
const KAISEKI = "kaiseki-hanaikada";
const OFFLINE = "/owners/api/offline_reservations";

interface Day {
  inventory_groups: { uid: string; inventory_items: { uid: string; label: string }[] }[];
  courses: { uid: string; operation: string }[];
}

interface Party {
  name: string;
  seats: string[];
  times: [string, string];
  /** Default: one for each seat. */
  guests?: number;
}

/** A customer of the restaurant's own, for this test alone. */
async function guest(staff: Staff, name: string, type = "OfflineCustomer"): Promise<string> {
  const headers = { "X-CSRF-Token": (await staff.api.get("/owners")).headers()["x-csrf-token"] ?? "" };
  const email = `${Date.now().toString(36)}@seki.test`;
  const customer = {
    type,
    profile_attributes: { nickname: name, phone_country: "JP", phone_local_number: "" },
    ...(type === "InvitedCustomer" ? { invitation_email: email, allow_send_ivr_sms: false } : {}),
  };
  const answer = await staff.api.post("/owners/api/customers", { data: { customer }, headers });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { uid: string }).uid;
}

async function recordBooking(staff: Staff, date: string, party: Party, isInvited = false): Promise<string> {
  const { inventory_groups: groups, courses } = await staff.page<Day>(`/owners/daily_calendars/${date}`);
  const group = groups.find(({ inventory_items }) => inventory_items.some(({ label }) => label === party.seats[0]));
  const items = group?.inventory_items.filter(({ label }) => party.seats.includes(label)) ?? [];
  const uid = await guest(staff, party.name, isInvited ? "InvitedCustomer" : "OfflineCustomer");
  const headers = { "X-CSRF-Token": (await staff.api.get("/owners")).headers()["x-csrf-token"] ?? "" };
  const data = {
    guests_count: party.guests ?? items.length,
    course_uid: courses.find(({ operation }) => operation === "dinner")?.uid,
    inventory_group_uid: group?.uid,
    inventory_item_uids: items.map((item) => item.uid),
    operation: "dinner",
    starts_at: `${date}T${party.times[0]}`,
    ends_at: `${date}T${party.times[1]}`,
    internal_memo: "",
    [isInvited ? "invited_customer_uid" : "offline_customer_uid"]: uid,
  };
  const path = isInvited ? "/owners/api/invited_reservations" : OFFLINE;
  const answer = await staff.api.post(path, { data, headers });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { uid: string }).uid;
}

async function placeOf(staff: Staff, uid: string, calls = OFFLINE): Promise<string> {
  const answer = await staff.api.get(`${calls}/${uid}`);
  interface Detail {
    date: string;
    start_time: string;
    end_time: string;
    inventory_items: { label: string }[];
  }
  const { data } = (await answer.json()) as { data: Detail };
  return `${data.start_time}–${data.end_time} ${data.inventory_items.map(({ label }) => label).join("・")}`;
}

/** The block, once the grid shows it at its new place: a change is drawn a moment after it is received. */
async function drawn(grid: Locator, name: string, times: string): Promise<Locator> {
  const party = grid.getByRole("button", { name: new RegExp(`${times} 店頭予約 ${name} `) }).first();
  await expect(party).toBeVisible();
  return party;
}

const block = (grid: Locator, name: string) => grid.getByRole("button", { name: new RegExp(` ${name} `) }).first();

test("a party is dragged to another seat and time, resized, rejected, and moved back", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI, "empty");
  const uid = await recordBooking(staff, date, { name: "移動太郎", seats: ["C1", "C2"], times: ["17:30", "19:30"] });
  await recordBooking(staff, date, { name: "居座花子", seats: ["C6"], times: ["17:30", "19:30"] });
  await staff.enter(page.context());
  const grid = await openDay(page, date, SUSHI);

  const start = await middleOf(block(grid, "移動太郎"));
  const hold = { x: start.x, y: start.y - 20 };
  await drag(page, hold, { x: 80, y: 120 }, false);
  await expect(grid.locator(".ghost")).toContainText("18:00–20:00");
  await expect(bar(page, "移動太郎")).toContainText("18:00–20:00 C3・C4");
  await page.mouse.up();
  await expect(page.getByText("移動太郎を18:00–20:00 C3・C4に移しました。")).toBeVisible();
  await drawn(grid, "移動太郎", "18:00–20:00");
  expect(await placeOf(staff, uid)).toBe("18:00–20:00 C3・C4");
  await expect(page.getByRole("complementary"), "a drag opens nothing").toHaveCount(0);

  await page.getByRole("button", { name: "元に戻す" }).click();
  await expect(page.getByText("移動太郎を元の場所に戻しました。")).toBeVisible();
  expect(await placeOf(staff, uid)).toBe("17:30–19:30 C1・C2");

  const own = await middleOf(await drawn(grid, "移動太郎", "17:30–19:30"));
  await drag(page, { x: own.x + own.width / 2 - 4, y: own.y }, { x: 40, y: 0 });
  await expect(page.getByText("移動太郎を17:30–19:45 C1・C2に移しました。")).toBeVisible();
  expect(await placeOf(staff, uid)).toBe("17:30–19:45 C1・C2");

  const again = await middleOf(await drawn(grid, "移動太郎", "17:30–19:45"));
  await drag(page, { x: again.x, y: again.y - 20 }, { x: 0, y: 240 }, false);
  await expect(bar(page, "移動太郎")).toContainText("居座花子（17:30–19:30）の予約があります");
  await expect(grid.locator(".ghost.refused")).toBeVisible();
  await page.mouse.up();
  await expect(grid.locator(".ghost")).toHaveCount(0);
  expect(await placeOf(staff, uid), "nothing is sent").toBe("17:30–19:45 C1・C2");

  await drag(page, { x: again.x, y: again.y - 20 }, { x: 0, y: 60 }, false);
  await page.keyboard.press("Escape");
  await expect(grid.locator(".ghost")).toHaveCount(0);
  await page.mouse.up();
  expect(await placeOf(staff, uid), "Escape lets go").toBe("17:30–19:45 C1・C2");

  await recordBooking(staff, date, { name: "後席次郎", seats: ["C3"], times: ["19:35", "21:30"] });
  await drawn(grid, "後席次郎", "19:35–21:30");
  await drag(page, { x: again.x, y: again.y - 20 }, { x: 0, y: 60 });
  await expect(bar(page, "移動太郎")).toContainText("後席次郎（19:35–21:30）の予約があります");
  await page.mouse.move(again.x, again.y - 60);
  await page.getByRole("button", { name: "19:35までにして移す" }).click();
  await expect(page.getByText("移動太郎を17:30–19:35 C2・C3に移しました。")).toBeVisible();
  expect(await placeOf(staff, uid), "as long as it fits").toBe("17:30–19:35 C2・C3");
  await staff.close();
});

test("the keyboard moves and resizes a party, and moves an invitation between seats only", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI, "empty");
  const uid = await recordBooking(staff, date, { name: "鍵盤太郎", seats: ["C1"], times: ["18:00", "20:00"] });
  const invited = await recordBooking(
    staff,
    date,
    { name: "招待花子", seats: ["C5"], times: ["18:00", "20:00"] },
    true,
  );
  await staff.enter(page.context());
  const grid = await openDay(page, date, SUSHI);
  const said = page.getByRole("status").filter({ hasText: /./ });

  await block(grid, "鍵盤太郎").focus();
  await page.keyboard.press("m");
  await expect(bar(page, "鍵盤太郎")).toBeVisible();
  await checkAccessibility(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(said.filter({ hasText: "18:15–20:30 C2" })).toHaveCount(1);
  for (let row = 0; row < 3; row++) await page.keyboard.press("ArrowDown");
  await expect(said.filter({ hasText: "C5には移せません：招待花子（18:00–20:00）の予約があります" })).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(bar(page, "鍵盤太郎"), "a refused place ends nothing").toBeVisible();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page.getByText("鍵盤太郎を18:15–20:30 C4に移しました。")).toBeVisible();
  expect(await placeOf(staff, uid)).toBe("18:15–20:30 C4");
  await expect(grid).toBeFocused();

  await (await drawn(grid, "鍵盤太郎", "18:15–20:30")).focus();
  await page.keyboard.press("m");
  await expect(bar(page, "鍵盤太郎")).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Escape");
  await expect(bar(page, "鍵盤太郎")).toHaveCount(0);
  expect(await placeOf(staff, uid)).toBe("18:15–20:30 C4");

  await recordBooking(staff, date, { name: "後席三郎", seats: ["C3"], times: ["20:25", "22:00"] });
  await drawn(grid, "後席三郎", "20:25–22:00");
  await (await drawn(grid, "鍵盤太郎", "18:15–20:30")).focus();
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowUp");
  await expect(said.filter({ hasText: "20:25までなら入ります。Shift＋Enterで" })).toHaveCount(1);
  await checkAccessibility(page);
  await page.keyboard.press("Shift+Enter");
  await expect(page.getByText("鍵盤太郎を18:15–20:25 C3に移しました。")).toBeVisible();
  expect(await placeOf(staff, uid), "ends as the next come").toBe("18:15–20:25 C3");

  await block(grid, "招待花子").click();
  await page.getByRole("complementary").getByRole("button", { name: "席・時刻を移す" }).click();
  await expect(bar(page, "招待花子")).toContainText("お客様とお約束した時刻のまま");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(bar(page, "招待花子")).toContainText("18:00–20:00 C6");
  await page.getByRole("button", { name: "ここに移す" }).click();
  await expect(page.getByText("招待花子を18:00–20:00 C6に移しました。")).toBeVisible();
  expect(await placeOf(staff, invited, "/owners/api/invited_reservations")).toBe("18:00–20:00 C6");
  await staff.close();
});

test("of two windows that move one party the second is rejected", async ({ page, baseURL, freeDay }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI, "empty");
  const uid = await recordBooking(staff, date, { name: "競争太郎", seats: ["C1"], times: ["18:00", "20:00"] });
  await staff.enter(page.context());
  const grid = await openDay(page, date, SUSHI);
  await block(grid, "競争太郎").focus();
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowDown");
  await expect(bar(page, "競争太郎")).toContainText("C2");

  const other = await page.context().newPage();
  const otherGrid = await openDay(other, date, SUSHI);
  const there = await middleOf(block(otherGrid, "競争太郎"));
  await drag(other, there, { x: 0, y: 120 });
  await expect(other.getByText("競争太郎を18:00–20:00 C3に移しました。")).toBeVisible();

  await page.bringToFront();
  await page.keyboard.press("Enter");
  await expect(page.getByText("この予約は先に変更されています")).toBeVisible();
  expect(await placeOf(staff, uid)).toBe("18:00–20:00 C3");
  await expect(grid.getByRole("button", { name: /競争太郎 .*C3/ })).toBeVisible();
  await staff.close();
});

test("a move of a party that a colleague has deleted names the colleague", async ({ page, baseURL, freeDay }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI, "empty");
  const uid = await recordBooking(staff, date, { name: "削除太郎", seats: ["C1"], times: ["18:00", "20:00"] });
  await staff.enter(page.context());
  const grid = await openDay(page, date, SUSHI);
  await block(grid, "削除太郎").focus();
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowDown");
  await expect(bar(page, "削除太郎")).toContainText("C2");

  const other = await page.context().newPage();
  const otherGrid = await openDay(other, date, SUSHI);
  await block(otherGrid, "削除太郎").click();
  await other.getByRole("complementary").getByRole("button", { name: "予約を削除" }).click();
  await expect(other.getByText(/削除太郎.*を削除しました/)).toBeVisible();

  await page.bringToFront();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/この予約は先に変更されています.*さんが\d\d:\d\dに変更/)).toBeVisible();
  const gone = await staff.api.get(`${OFFLINE}/${uid}`);
  expect(((await gone.json()) as { data: { status: string } }).data.status).toBe("owner_delete");
  await staff.close();
});

test("in the pane a party gets another day and course, and returns", async ({ page, baseURL, freeDay }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI, "empty");
  const next = await freeDay(SUSHI, "empty");
  const uid = await recordBooking(staff, date, { name: "日延太郎", seats: ["C1"], times: ["18:00", "20:00"] });
  await staff.enter(page.context());
  const grid = await openDay(page, date, SUSHI);
  await block(grid, "日延太郎").click();
  const pane = page.getByRole("complementary");
  await pane.getByLabel("来店日").fill(next);
  await pane.getByLabel("開始").selectOption("19:00");
  await expect(pane.getByLabel("終了")).toHaveValue("21:00");
  const courses = pane.getByLabel("コース", { exact: true });
  const [first, ...others] = await courses.locator("option").allTextContents();
  expect(others.length, `${first} and others`).toBeGreaterThan(0);
  await pane.getByRole("button", { name: "更新する" }).click();
  await expect(page.getByText(new RegExp(`更新しました。${words.ja.day(next)} 19:00 日延太郎`))).toBeVisible();
  await expect(block(grid, "日延太郎")).toHaveCount(0);
  const moved = await staff.api.get(`${OFFLINE}/${uid}`);
  expect(((await moved.json()) as { data: { date: string } }).data.date).toBe(next);
  await page.getByRole("button", { name: "元に戻す" }).click();
  await expect(block(grid, "日延太郎")).toBeVisible();
  expect(await placeOf(staff, uid)).toBe("18:00–20:00 C1");
  await staff.close();
});

test("in the pane a party gets another kind of seats by keys, and returns", async ({ page, baseURL, freeDay }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI, "empty");
  const uid = await recordBooking(staff, date, { name: "個室太郎", seats: ["C1", "C2"], times: ["18:00", "20:00"] });
  await staff.enter(page.context());
  const grid = await openDay(page, date, SUSHI);
  await block(grid, "個室太郎").focus();
  await page.keyboard.press("Enter");
  const pane = page.getByRole("complementary");
  const group = pane.getByLabel("席グループ");
  await group.focus();
  await page.keyboard.press("ArrowDown");
  await expect(group.locator("option:checked")).toHaveText(/個室/);
  await expect(pane.getByRole("button", { name: "P1 選択中" })).toBeVisible();
  await checkAccessibility(page);
  await pane.getByRole("button", { name: "更新する" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/更新しました。.*個室太郎.*P1/)).toBeVisible();
  expect(await placeOf(staff, uid)).toBe("18:00–20:00 P1");
  await page.getByRole("button", { name: "元に戻す" }).click();
  await expect(page.getByText(/元に戻しました。.*個室太郎/)).toBeVisible();
  expect(await placeOf(staff, uid)).toBe("18:00–20:00 C1・C2");
  await staff.close();
});

test("a table is joined to a party in the pane, moves with it, and is released", async ({ page, baseURL, freeDay }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, KAISEKI);
  const date = await freeDay(KAISEKI, "empty");
  const party: Party = { name: "連結太郎", seats: ["T1"], times: ["18:00", "20:00"], guests: 2 };
  const uid = await recordBooking(staff, date, party);
  await staff.enter(page.context());
  const grid = await openDay(page, date, KAISEKI);
  await block(grid, party.name).click();
  const pane = page.getByRole("complementary");
  await pane.getByRole("switch", { name: "テーブルをつなげる" }).click();
  await pane.getByRole("button", { name: "T2 空き" }).click();
  await expect(pane.getByText("2卓をつなげています。")).toBeVisible();
  await checkAccessibility(page);
  await pane.getByRole("button", { name: "更新する" }).click();
  await expect(page.getByText(/更新しました。.*連結太郎.*T1・T2/)).toBeVisible();
  await expect(block(grid, party.name)).toHaveAccessibleName(/＋1卓/);
  await pane.getByRole("button", { name: "閉じる" }).click();

  await block(grid, party.name).focus();
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText("連結太郎を18:00–20:00 T2・T3に移しました。")).toBeVisible();
  expect(await placeOf(staff, uid)).toBe("18:00–20:00 T2・T3");

  await block(grid, party.name).click();
  await pane.getByRole("switch", { name: "テーブルをつなげる" }).click();
  await pane.getByRole("button", { name: "更新する" }).click();
  await expect(page.getByText(/更新しました。.*連結太郎.*T2$/)).toBeVisible();
  expect(await placeOf(staff, uid)).toBe("18:00–20:00 T2");
  await staff.close();
});

test.describe("by touch", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the pane of a phone changes the kind of seats", async ({ page, baseURL, freeDay }) => {
    const staff = await Staff.signedIn(baseURL ?? "");
    await tomorrowOf(staff, SUSHI);
    const date = await freeDay(SUSHI, "empty");
    const uid = await recordBooking(staff, date, { name: "片手太郎", seats: ["C1"], times: ["18:00", "20:00"] });
    await staff.enter(page.context());
    const grid = await openDay(page, date, SUSHI);
    await block(grid, "片手太郎").tap();
    const pane = page.getByRole("complementary");
    await pane.getByLabel("席グループ").selectOption({ label: "個室「朧」" });
    await expect(pane.getByRole("button", { name: "P1 選択中" })).toBeVisible();
    await pane.getByRole("button", { name: "更新する" }).tap();
    await expect(page.getByText(/更新しました。.*片手太郎.*P1/)).toBeVisible();
    expect(await placeOf(staff, uid)).toBe("18:00–20:00 P1");
    await staff.close();
  });

  test("a long press picks a party up, and a tap puts it down", async ({ page, baseURL, freeDay }) => {
    const staff = await Staff.signedIn(baseURL ?? "");
    await tomorrowOf(staff, SUSHI);
    const date = await freeDay(SUSHI, "empty");
    const uid = await recordBooking(staff, date, { name: "指先太郎", seats: ["C1"], times: ["18:00", "20:00"] });
    await staff.enter(page.context());
    const grid = await openDay(page, date, SUSHI);
    const party = block(grid, "指先太郎");
    await pickUp(page, party, bar(page, "指先太郎"));
    await expect(bar(page, "指先太郎"), "the move continues without the finger").toContainText("タップしてください");
    const target = await middleOf(grid.getByRole("gridcell", { name: /^C3 18:00/ }));
    await page.touchscreen.tap(target.x, target.y);
    await expect(page.getByText("指先太郎を18:00–20:00 C3に移しました。")).toBeVisible();
    expect(await placeOf(staff, uid)).toBe("18:00–20:00 C3");

    await party.tap();
    await page.getByRole("complementary").getByRole("button", { name: "席・時刻を移す" }).tap();
    await expect(bar(page, "指先太郎")).toBeVisible();
    const privateRoom = await middleOf(grid.getByRole("gridcell", { name: /^P1 18:00/ }));
    await page.touchscreen.tap(privateRoom.x, privateRoom.y);
    await expect(page.getByText("指先太郎を18:00–20:00 P1に移しました。")).toBeVisible();
    expect(await placeOf(staff, uid), "to another kind of seats").toBe("18:00–20:00 P1");

    await party.tap();
    await page.getByRole("complementary").getByRole("button", { name: "席・時刻を移す" }).tap();
    await page.getByRole("button", { name: "やめる" }).tap();
    await expect(bar(page, "指先太郎")).toHaveCount(0);
    expect(await placeOf(staff, uid)).toBe("18:00–20:00 P1");
    await staff.close();
  });
});
