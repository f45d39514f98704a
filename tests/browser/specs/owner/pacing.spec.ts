import { checkAccessibility } from "../../support/axe";
import { Staff, openDay, staffOnEmptyDay } from "../../support/staff";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

const SUSHI = "sushi-kagura";
const PAGE = "/owners/pacing/edit";

interface Day {
  inventory_groups: { uid: string; inventory_items: { uid: string; label: string }[] }[];
  courses: { uid: string; operation: string }[];
}

/** Records a phone booking with one guest per seat. */
async function recordBooking(
  staff: Staff,
  date: string,
  seats: string[],
  [from, till]: [string, string],
): Promise<void> {
  const { inventory_groups: groups, courses } = await staff.page<Day>(`/owners/daily_calendars/${date}`);
  const group = groups.find(({ inventory_items }) => inventory_items.some(({ label }) => label === seats[0]));
  const items = group?.inventory_items.filter(({ label }) => seats.includes(label)) ?? [];
  const headers = { "X-CSRF-Token": (await staff.api.get("/owners")).headers()["x-csrf-token"] ?? "" };
  const profile_attributes = { nickname: "間隔 守", phone_country: "JP", phone_local_number: "" };
  const customer = { type: "OfflineCustomer", profile_attributes };
  const made = await staff.api.post("/owners/api/customers", { data: { customer }, headers });
  const data = {
    guests_count: items.length,
    course_uid: courses.find(({ operation }) => operation === "dinner")?.uid,
    inventory_group_uid: group?.uid,
    inventory_item_uids: items.map((item) => item.uid),
    operation: "dinner",
    starts_at: `${date}T${from}`,
    ends_at: `${date}T${till}`,
    internal_memo: "",
    offline_customer_uid: ((await made.json()) as { uid: string }).uid,
  };
  const answer = await staff.api.post("/owners/api/offline_reservations", { data, headers });
  expect(answer.status(), await answer.text()).toBe(201);
}

test.afterEach(async ({ baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const none = { pacing_max_guests: null, pacing_max_parties: null };
  await staff.patch(`/owners/api/pacing/${SUSHI}`, { pacing: { lunch: none, dinner: none } });
  await staff.write("PUT", `/owners/api/stays/${SUSHI}`, { stays: { lunch: [], dinner: [] } });
  await staff.patch(`/owners/api/waiting_rooms/${SUSHI}`, { waiting_room: { has_waiting_room: false } });
  await staff.close();
});

test("a limit is set, and the day's calendar shows guests and limit", async ({ page, baseURL, freeDay }) => {
  const { staff, date } = await staffOnEmptyDay(page, baseURL, freeDay, SUSHI);
  await page.goto(PAGE);
  await expect(page.getByRole("heading", { level: 1, name: "来店ペース設定" })).toBeVisible();
  const dinner = page.getByRole("group", { name: "ディナー", exact: true });
  const guests = dinner.getByLabel("15分間の人数の上限");
  await guests.fill("0");
  await expect(dinner.getByText("1〜999の整数で入力するか、空欄にしてください。")).toBeVisible();
  await expect(page.getByRole("button", { name: "保存する" })).toBeDisabled();
  await guests.fill("４");
  await dinner.getByLabel("15分間の組数の上限").fill("3");
  await checkAccessibility(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await page.getByRole("button", { name: "保存する" }).click();
  await expect(page.getByText("来店ペースの設定を保存しました。")).toBeVisible();
  await page.reload();
  await expect(guests).toHaveValue("4");
  await expect(page.getByRole("group", { name: "ランチ", exact: true }).getByLabel("15分間の人数の上限")).toHaveValue(
    "",
  );

  await page.setViewportSize({ width: 1280, height: 900 });
  await openDay(page, date, SUSHI);
  const bar = page.getByRole("region", { name: "来店ペース" });
  await expect(bar, "no party arrives, and nothing is offered").toHaveCount(0);
  await recordBooking(staff, date, ["C1", "C2", "C3"], ["19:00", "21:00"]);
  const quarter = bar.getByRole("listitem").filter({ hasText: "19:00" });
  await expect(quarter).toContainText("3/4名");
  await expect(quarter).toContainText("4名中3名");
  await expect(quarter).toContainText("1/3組");
  await expect(quarter, "one more may come").not.toContainText("満");
  await recordBooking(staff, date, ["C4", "C5"], ["19:10", "21:00"]);
  await expect(quarter, "staff are not refused").toContainText("5/4名");
  await expect(quarter).toContainText("Web予約は満席");
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "人数と時刻" }).fill("2名 19:00");
  const over = dialog.getByRole("alert").filter({ hasText: "19:00からの15分は、来店ペースの上限を超えます" });
  await expect(over, "shown during the call, before seats and guest are searched").toBeVisible();
  await checkAccessibility(page);
  await page.keyboard.press("Escape");
  await page
    .getByRole("grid")
    .getByRole("gridcell", { name: /^C7 19:00/ })
    .click({ position: { x: 40, y: 45 } });
  await page.getByRole("button", { name: "店頭予約・招待" }).click();
  await expect(dialog.getByRole("combobox", { name: "お客様を検索" })).toBeVisible();
  await expect(over).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await recordBooking(staff, date, ["C6"], ["19:15", "21:00"]);
  await expect(bar.getByRole("listitem").filter({ hasText: "19:15" })).toContainText("1/4名");
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    // A tablet hides the details at first; the choice is kept.
    if (width === 1024) await page.getByRole("button", { name: "この日の情報" }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await expect(quarter).toBeVisible();
    await checkAccessibility(page);
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(/ディナー 15分ごと 19:00 5\/4名 2\/3組、19:15 1\/4名 1\/3組/), "on paper").toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await staff.close();
});

// G299
test("usual stays are set by party size, and the dialog proposes the end by them", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const { staff, date } = await staffOnEmptyDay(page, baseURL, freeDay, SUSHI);
  await page.goto(PAGE);
  const form = page.getByRole("form", { name: "滞在時間の目安" });
  const dinner = form.getByRole("group", { name: "ディナーの滞在時間の目安" });
  await dinner.getByRole("button", { name: "人数を追加" }).click();
  const row = dinner.getByRole("group", { name: "1行目" });
  await expect(row.getByLabel("人数")).toBeFocused();
  // Other specs book smaller parties at this restaurant.
  await page.keyboard.type("7");
  await row.getByLabel("滞在時間").fill("151");
  await expect(row.getByText("15〜1,440の5の倍数で入力してください。")).toBeVisible();
  const save = form.getByRole("button", { name: "滞在時間の目安を保存" });
  await expect(save).toBeDisabled();
  await row.getByLabel("滞在時間").fill("150");
  await checkAccessibility(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await save.click();
  await expect(page.getByText("滞在時間の目安を保存しました。")).toBeVisible();
  await page.reload();
  await expect(row.getByLabel("滞在時間")).toHaveValue("150");

  // A colleague changes them meanwhile: the form shows both, and one press takes either.
  const theirs = { stays: { dinner: [{ from_guests: 7, stay_minutes: 180 }] } };
  await row.getByLabel("滞在時間").fill("165");
  await staff.write("PUT", `/owners/api/stays/${SUSHI}`, theirs);
  await save.click();
  const conflict = form.getByRole("alert");
  await expect(conflict).toContainText("ほかのスタッフが「ディナーの滞在時間の目安」を変更しました");
  await expect(conflict).toContainText("7名以上 180分");
  await expect(row.getByLabel("滞在時間")).toHaveValue("165");
  await conflict.getByRole("button", { name: "相手の内容にする" }).click();
  await expect(row.getByLabel("滞在時間")).toHaveValue("180");

  await page.setViewportSize({ width: 1280, height: 900 });
  await openDay(page, date, SUSHI);
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog");
  const search = dialog.getByRole("combobox", { name: "人数と時刻" });
  await search.fill("6名 18:00");
  await expect(dialog.getByRole("option").first()).toContainText("18:00–20:00");
  await search.fill("7名 18:00");
  await expect(dialog.getByRole("option").first()).toContainText("18:00–21:00");
  await page.keyboard.press("Escape");
  await staff.close();
});

// G300
test("the waiting room is switched on, and off again by undo", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  await staff.close();
  await page.goto(`${PAGE}?owners_restaurant_slug=${SUSHI}`);
  const section = page.getByRole("region", { name: "待合室", exact: true });
  const control = section.getByRole("switch", { name: "受付開始のときに待合室を使う" });
  await expect(control).not.toBeChecked();
  await control.click();
  await expect(page.getByText("受付開始のときに待合室を使います。")).toBeVisible();
  await expect(control).toBeChecked();
  await page.getByRole("button", { name: "元に戻す" }).click();
  await expect(control).not.toBeChecked();
  await control.click();
  await expect(control).toBeChecked();
  await page.reload();
  await expect(control).toBeChecked();
  await checkAccessibility(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await isAtMostWide(page, 390);
});

test("leaving with an unsaved usual stay needs confirmation", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  await staff.close();
  await page.goto(`${PAGE}?owners_restaurant_slug=${SUSHI}`);
  const lunch = page.getByRole("group", { name: "ランチの滞在時間の目安" });
  await lunch.getByRole("button", { name: "人数を追加" }).click();
  const minutes = lunch.getByRole("group", { name: "1行目" }).getByLabel("滞在時間");
  await minutes.fill("95");
  const guests = page
    .getByRole("navigation", { name: "メインメニュー" })
    .getByRole("link", { name: "お客様", exact: true });
  await guests.click();
  const question = page.getByRole("alertdialog", { name: "入力した内容を破棄しますか？" });
  await question.getByRole("button", { name: "キャンセル" }).click();
  await expect(minutes, "nothing is lost").toHaveValue("95");
  await lunch.getByRole("button", { name: "1行目を削除" }).click();
  await guests.click();
  await expect(page, "a row that was added and removed is no change").toHaveURL(/\/owners\/customers$/);
});

test.describe("on a tablet", () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true });

  test("the floor shows the pacing in one line", async ({ page, baseURL, freeDay }) => {
    const { staff, date } = await staffOnEmptyDay(page, baseURL, freeDay, SUSHI);
    const limits = { pacing_max_guests: 4, pacing_max_parties: 3 };
    await staff.patch(`/owners/api/pacing/${SUSHI}`, { pacing: { dinner: limits } });
    for (const [seat, time] of [
      ["C1", "18:00"],
      ["C2", "18:15"],
      ["C3", "18:30"],
      ["C4", "18:45"],
      ["C5", "19:00"],
      ["C6", "19:15"],
      ["C7", "19:30"],
      ["C8", "19:45"],
    ] as const) {
      await recordBooking(staff, date, [seat], [time, "22:00"]);
    }
    await page.goto(`/owners/floor_plans/${date}?owners_restaurant_slug=${SUSHI}`);
    const bar = page.getByRole("region", { name: "来店ペース" });
    await expect(bar.getByRole("listitem").filter({ hasText: "18:00" })).toContainText("1/4名");
    const height = () => bar.evaluate((element) => element.getBoundingClientRect().height);
    expect(await height()).toBe(44);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "この日の情報" }).tap();
    expect(await height(), "the line scrolls").toBe(44);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await checkAccessibility(page);
    await staff.close();
  });
});
