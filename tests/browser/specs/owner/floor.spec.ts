import type { Locator, Page } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import { Staff, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";
const KAISEKI = "kaiseki-hanaikada";
const OFFLINE = "/owners/api/offline_reservations";
const PLAN = "/owners/api/floor_plan";

// The tablet at the counter.
test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true });

interface Day {
  inventory_groups: { uid: string; inventory_items: { uid: string; label: string }[] }[];
  courses: { uid: string; operation: string }[];
}

interface Plan {
  version: number;
  tables: { inventory_item_uid: string; x: number; y: number }[];
}

/** Opens a day's floor, once its changes come by themselves. */
async function openFloor(page: Page, date: string, slug: string): Promise<Locator> {
  await page.goto(`/owners/floor_plans/${date}?owners_restaurant_slug=${slug}`);
  await expect(page.locator("[data-live=true]")).toBeVisible();
  return page.getByRole("group", { name: "フロアの席" });
}

/** Records a dinner at these seats and times, and returns its uid. */
async function recordBooking(staff: Staff, date: string, name: string, seats: string[], times: [string, string]) {
  const { inventory_groups: groups, courses } = await staff.page<Day>(`/owners/daily_calendars/${date}`);
  const group = groups.find(({ inventory_items }) => inventory_items.some(({ label }) => label === seats[0]));
  const headers = { "X-CSRF-Token": (await staff.api.get("/owners")).headers()["x-csrf-token"] ?? "" };
  const profile_attributes = { nickname: name, phone_country: "JP", phone_local_number: "" };
  const customer = { type: "OfflineCustomer", profile_attributes };
  const guest = await staff.api.post("/owners/api/customers", { data: { customer }, headers });
  expect(guest.status(), await guest.text()).toBe(201);
  const data = {
    guests_count: seats.length,
    course_uid: courses.find(({ operation }) => operation === "dinner")?.uid,
    inventory_group_uid: group?.uid,
    inventory_item_uids: group?.inventory_items.filter(({ label }) => seats.includes(label)).map(({ uid }) => uid),
    operation: "dinner",
    starts_at: `${date}T${times[0]}`,
    ends_at: `${date}T${times[1]}`,
    internal_memo: "",
    offline_customer_uid: ((await guest.json()) as { uid: string }).uid,
  };
  const answer = await staff.api.post(OFFLINE, { data, headers });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { uid: string }).uid;
}

async function placeOf(staff: Staff, uid: string): Promise<string> {
  interface Detail {
    start_time: string;
    inventory_items: { label: string }[];
  }
  const { data } = (await (await staff.api.get(`${OFFLINE}/${uid}`)).json()) as { data: Detail };
  return `${data.start_time} ${data.inventory_items.map(({ label }) => label).join("・")}`;
}

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox();
  if (!box) throw new Error("it is not drawn");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function dragTo(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
}

const bar = (page: Page, name: string) => page.getByRole("group", { name: `${name}を移動中` });

test("tables are placed by mouse and keys, saved, and shown again", async ({ page, baseURL, freeDay }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, KAISEKI);
  const date = await freeDay(KAISEKI, "empty");
  await staff.enter(page.context());
  const floor = await openFloor(page, date, KAISEKI);
  await expect(floor.getByRole("button", { name: /^T\d 空席/ }), "an untouched plan shows every table").toHaveCount(6);
  await page.getByRole("button", { name: "配置を編集" }).click();
  await expect(page.getByRole("heading", { name: "配置の編集" })).toBeFocused();
  const sheet = page.getByRole("group", { name: "編集中の配置" });
  const table = (label: string) => sheet.getByRole("button", { name: new RegExp(`^${label}：`) });
  const first = await middleOf(table("T1"));
  await dragTo(page, first, { x: first.x + 3, y: first.y + 230 });
  await page.mouse.up();
  await expect(table("T1")).toHaveAttribute("aria-label", /左から1、上から1\d、/);
  await checkAccessibility(page);

  const others = await Promise.all(["T2", "T3"].map((label) => middleOf(table(label))));
  await dragTo(page, others[0] ?? first, { x: (others[1]?.x ?? 0) - 20, y: others[1]?.y ?? 0 });
  await expect(sheet.locator(".ghost.refused")).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole("status").filter({ hasText: "T3と重なるため、T2をここには置けません。" })).toBeVisible();

  await table("T2").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(table("T2")).toHaveAttribute("aria-label", /^T2：左から7、上から4、幅5、高さ4$/);
  await page.keyboard.press("+");
  await page.keyboard.press("r");
  await expect(table("T2")).toHaveAttribute("aria-label", /幅5、高さ6$/);
  await page.getByRole("button", { name: "丸" }).click();
  await page.getByRole("button", { name: "外す" }).click();
  const tray = page.getByRole("region", { name: "まだ置いていない席" });
  await tray.getByRole("button", { name: "T2を置く" }).click();
  await expect(tray).toContainText("すべての席を置きました。");
  await page.getByRole("button", { name: "一つ戻す" }).click();
  await page.getByRole("button", { name: "一つ戻す" }).click();
  await expect(table("T2")).toHaveAttribute("aria-label", /左から7、上から4、幅5、高さ6$/);

  await page.getByRole("button", { name: "一覧", exact: true }).click();
  const warning = page.getByRole("alertdialog", { name: "配置が保存されていません" });
  await warning.getByRole("button", { name: "キャンセル" }).click();
  await expect(warning).toBeHidden();
  await page.getByRole("button", { name: "配置を保存" }).click();
  await expect(page.getByText("配置を保存しました。")).toBeVisible();
  const { tables } = ((await (await staff.api.get(PLAN)).json()) as { data: Plan }).data;
  expect(tables).toHaveLength(6);
  expect(tables[1]).toMatchObject({ x: 7, y: 4, width: 5, height: 6, shape: "round" });

  await page.reload();
  const places = await Promise.all(
    ["T1", "T2", "T3"].map((label) => middleOf(floor.getByRole("button", { name: new RegExp(`^${label} 空席`) }))),
  );
  expect(places[0]?.y, "T1 is at its new position").toBeGreaterThan((places[1]?.y ?? 0) + 40);
  expect(places[1]?.y).toBeGreaterThan((places[2]?.y ?? 0) + 40);
  await checkAccessibility(page);
  await staff.close();
});

test("a save after a colleague's is rejected, and continues from the colleague's plan", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, KAISEKI);
  const date = await freeDay(KAISEKI, "empty");
  await staff.enter(page.context());
  await openFloor(page, date, KAISEKI);
  await page.getByRole("button", { name: "配置を編集" }).click();
  const t6 = page.getByRole("button", { name: /^T6：/ });
  await t6.focus();
  await page.keyboard.press("ArrowDown");
  const before = ((await (await staff.api.get(PLAN)).json()) as { data: Plan }).data;
  await staff.write("PUT", PLAN, { version: before.version, tables: before.tables.filter((_, index) => index !== 5) });
  await page.getByRole("button", { name: "配置を保存" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "ほかのスタッフが先に配置を保存しました。" })).toBeVisible();
  await page.getByRole("button", { name: "最新の配置を読み込む" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "ほかのスタッフ" })).toHaveCount(0);
  if (before.tables.length > 0) await page.getByRole("button", { name: "T6を置く" }).click();
  else await page.getByRole("button", { name: "自動で並べる" }).click();
  await page.getByRole("button", { name: "配置を保存" }).click();
  await expect(page.getByText("配置を保存しました。")).toBeVisible();

  await page.getByRole("button", { name: "配置を編集" }).click();
  await t6.focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("button", { name: "やめる" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "保存せずに離れる" }).click();
  await expect(page.getByRole("group", { name: "フロアの席" })).toBeVisible();
  await staff.close();
});

test("a party is moved to another table by drag, keys and taps, and rejected at an occupied table", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI, "empty");
  const uid = await recordBooking(staff, date, "間取太郎", ["C1", "C2"], ["17:30", "19:30"]);
  await recordBooking(staff, date, "隣席花子", ["C6"], ["18:00", "20:00"]);
  await recordBooking(staff, date, "後席次郎", ["C1"], ["20:00", "22:00"]);
  await staff.enter(page.context());
  const floor = await openFloor(page, date, SUSHI);
  const party = floor.getByRole("button", { name: /17:30–19:30 店頭予約 間取太郎/ });
  await expect(party).toHaveAttribute("aria-label", /^C1・C2 .*次 20:00 後席次郎 1名/);
  await expect(floor.getByRole("button", { name: /^C6 空席 次 18:00 隣席花子 1名/ })).toBeVisible();

  const from = await middleOf(party);
  const c1 = { x: from.x - 50, y: from.y };
  await dragTo(page, c1, await middleOf(floor.getByRole("button", { name: /^C3 / })));
  await expect(floor.locator(".ghost")).toHaveCount(2);
  await expect(bar(page, "間取太郎")).toContainText("17:30–19:30 C3・C4");
  await page.mouse.up();
  await expect(page.getByText("間取太郎を17:30–19:30 C3・C4に移しました。")).toBeVisible();
  await expect(party).toHaveAttribute("aria-label", /^C3・C4 /);
  expect(await placeOf(staff, uid)).toBe("17:30 C3・C4");
  await expect(page.getByRole("complementary"), "a drag opens nothing").toHaveCount(0);
  await page.getByRole("button", { name: "元に戻す" }).click();
  await expect(page.getByText("間取太郎を元の場所に戻しました。")).toBeVisible();
  expect(await placeOf(staff, uid)).toBe("17:30 C1・C2");

  await expect(party).toHaveAttribute("aria-label", /^C1・C2 /);
  await dragTo(page, c1, await middleOf(floor.getByRole("button", { name: /^C5 / })));
  await expect(floor.locator(".ghost.refused").first()).toContainText("隣席花子（18:00–20:00）の予約があります");
  await page.mouse.up();
  await expect(page.getByRole("alert").filter({ hasText: "17:30–19:30 C5・C6には移せません：隣席花子" })).toBeVisible();
  expect(await placeOf(staff, uid), "nothing is sent").toBe("17:30 C1・C2");

  await party.focus();
  await page.keyboard.press("m");
  await expect(bar(page, "間取太郎")).toBeVisible();
  await checkAccessibility(page);
  for (let steps = 0; steps < 3; steps++) await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("status").filter({ hasText: "17:30–19:30 C4・C5" })).toHaveCount(1);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page.getByText("間取太郎を17:30–19:30 C3・C4に移しました。")).toBeVisible();
  expect(await placeOf(staff, uid)).toBe("17:30 C3・C4");
  await expect(party, "the keys go with the party").toBeFocused();

  await party.tap();
  const pane = page.getByRole("complementary");
  await pane.getByRole("button", { name: "席・時刻を移す" }).tap();
  await expect(bar(page, "間取太郎")).toContainText("移す先の席をタップしてください");
  await floor.getByRole("button", { name: /^P1 / }).tap();
  await expect(page.getByText("間取太郎を17:30–19:30 P1に移しました。")).toBeVisible();
  expect(await placeOf(staff, uid), "another kind of seats").toBe("17:30 P1");
  await staff.close();
});

test("another time of the day is viewed, a free table is booked, and the calendar opens with one press", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI, "empty");
  await recordBooking(staff, date, "早番一郎", ["C1"], ["17:30", "19:30"]);
  await recordBooking(staff, date, "遅番二郎", ["C1"], ["20:00", "22:00"]);
  await recordBooking(staff, date, "離席三郎", ["C5", "C7"], ["17:30", "19:30"]);
  await staff.enter(page.context());
  const floor = await openFloor(page, date, SUSHI);
  await expect(floor.getByRole("button", { name: /^C1 .*早番一郎.*次 20:00 遅番二郎/ })).toBeVisible();
  const parts = floor.getByRole("button", { name: /離席三郎/ });
  await expect(parts).toHaveCount(2);
  await expect(parts.first()).toHaveAccessibleName(/^C5 .*C7とあわせて一組/);
  await expect(parts.first()).toContainText("＋C7");
  await expect(parts.last()).toHaveAccessibleName(/^C7 .*C5とあわせて一組/);
  const time = page.getByRole("slider", { name: "表示する時刻" });
  await time.focus();
  for (let steps = 0; steps < 8; steps++) await page.keyboard.press("ArrowRight");
  await expect(floor.getByRole("button", { name: /^C1 空席 次 20:00 遅番二郎/ })).toBeVisible();
  for (let steps = 0; steps < 2; steps++) await page.keyboard.press("ArrowRight");
  await expect(floor.getByRole("button", { name: /^C1 .*遅番二郎/ })).toHaveAttribute("aria-label", /20:00–22:00/);

  await page.getByRole("button", { name: "個室「朧」" }).click();
  await expect(floor.getByRole("button")).toHaveCount(1);
  await page.getByRole("button", { name: "すべて", exact: true }).click();
  await floor.getByRole("button", { name: /^C3 / }).tap();
  await floor.getByRole("button", { name: /^C4 / }).tap();
  await expect(page.getByText("20:00 カウンター C3・C4を選択中")).toBeVisible();
  await expect(page.getByRole("button", { name: /^ウォークイン/ }), "no party is seated on another day").toHaveCount(0);
  await page.getByRole("button", { name: "店頭予約・招待" }).tap();
  await expect(page.getByRole("dialog")).toContainText("20:00カウンターC3C4");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "表", exact: true }).click();
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/owners/daily_calendars/${date}`));
  const apart = page.getByRole("grid").getByRole("button", { name: /離席三郎/ });
  await expect(apart.first()).toHaveAccessibleName(/C5 C7とあわせて一組/);
  await expect(apart.last()).toHaveAccessibleName(/C7 C5とあわせて一組/);
  await page.getByRole("button", { name: "フロア", exact: true }).click();
  await expect(floor).toBeVisible();
  await staff.close();
});
