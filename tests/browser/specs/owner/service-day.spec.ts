import type { Locator, Page } from "@playwright/test";
import type { Diner } from "../../support/diner";
import { CARDS } from "../../support/steps";
import { Staff, openDay } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";
const GUEST = /Web予約 木村 葉子/;

/** A day near enough for a freed slot, and that no other test touches. */
async function serviceDay(staff: Staff): Promise<string> {
  const answer = await staff.api.get(`/owners?owners_restaurant_slug=${SUSHI}`);
  const { session } = (await answer.json()) as { session: { restaurant: { today: string } } };
  const day = new Date(`${session.restaurant.today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 6);
  return day.toISOString().slice(0, 10);
}

async function openAfternoon(page: Page, grid: Locator): Promise<void> {
  await grid.getByRole("gridcell", { name: "C1 13:30" }).click();
  await page.getByRole("button", { name: "Web予約枠を作成" }).click();
  const modal = page.getByRole("dialog", { name: "Web予約枠の作成" });
  await modal.getByRole("button", { name: "1名" }).click();
  await modal.getByRole("button", { name: "作成する" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "作成する", exact: true }).click();
  await expect(page.getByText("Web予約枠を作成しました。")).toBeVisible();
}

/** The afternoon's slot as a diner finds it; nothing when it is not offered to them. */
async function afternoon(diner: Diner, date: string) {
  const day = await diner.day(SUSHI, date);
  const group = day.groups.find(({ time_options }) => time_options.some((time) => time.start_time.includes("13:30")));
  return group ? { day, group } : undefined;
}

async function book(diner: Diner, date: string): Promise<string> {
  await diner.registerCard(CARDS.plain);
  const found = await afternoon(diner, date);
  if (!found) throw new Error(`no afternoon on ${date}`);
  const uid = await diner.hold(SUSHI, found.day, found.group, 1);
  await diner.confirm(SUSHI, uid);
  return uid;
}

/** Makes a diner a regular of the restaurant. */
async function makeRegular(staff: Staff, diner: Diner): Promise<void> {
  await diner.get(`/r/${SUSHI}`);
  await diner.post("/users/api/customers", { restaurant_slug: SUSHI });
  const found = await staff.api.get("/owners/api/customers", { params: { type: "email", q: diner.email } });
  const { data } = (await found.json()) as { data: { uid: string }[] };
  const { groups } = await staff.page<{ groups: { id: number; label: string }[] }>("/owners/customers");
  const regulars = groups.find(({ label }) => label === "常連");
  const headers = { "X-CSRF-Token": (await staff.api.get("/owners")).headers()["x-csrf-token"] ?? "" };
  const patched = await staff.api.patch(`/owners/api/customers/${data[0]?.uid ?? ""}`, {
    data: { customer: { customer_group_id: regulars?.id } },
    headers,
  });
  expect(patched.status(), await patched.text()).toBe(200);
}

// The tablet at the counter.
test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true });

// F141, F142
test("a day of service: open a slot, take bookings, move one, lose one, and fill its seat from the standby list", async ({
  page,
  baseURL,
  fresh,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const date = await serviceDay(staff);
  await staff.enter(page.context());
  const grid = await openDay(page, date, SUSHI);
  await openAfternoon(page, grid);

  const guest = await fresh();
  const regular = await fresh();
  await makeRegular(staff, regular);
  const uid = await book(guest, date);
  await expect(grid.getByRole("button", { name: GUEST })).toBeVisible();

  await grid.getByRole("gridcell", { name: "C4 14:00" }).click();
  await page.getByRole("button", { name: "店頭予約・招待" }).click();
  await expect(page.getByLabel("お客様を検索")).toBeFocused();
  await page.keyboard.type("伊藤");
  await expect(page.getByRole("option", { name: /伊藤（電話）/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "予約内容へ進む" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "予約を登録する" })).toBeFocused();
  await page.keyboard.press("Enter");
  const telephoned = grid.getByRole("button", { name: /店頭予約 伊藤/ });
  await expect(telephoned).toBeVisible();

  await telephoned.click();
  const pane = page.getByRole("complementary");
  await pane.getByLabel("開始").selectOption("13:45");
  await pane.getByRole("button", { name: "更新する" }).click();
  await expect(page.getByText("更新しました。")).toBeVisible();
  await expect(grid.getByRole("button", { name: /13:45.*店頭予約 伊藤/ })).toBeVisible();
  await page.keyboard.press("Escape");

  expect(await afternoon(regular, date), "the seat is taken").toBeUndefined();
  await guest.remove(`/users/api/reservations/${uid}`);
  await expect(grid.getByRole("button", { name: /キャンセル枠/ })).toBeVisible();
  await expect.poll(async () => (await afternoon(regular, date)) !== undefined, { timeout: 30_000 }).toBe(true);
  expect(await afternoon(guest, date), "only the standby group may book it").toBeUndefined();
  await book(regular, date);
  // The cancelled booking of the same name stays drawn on the day.
  await expect(grid.getByRole("button", { name: GUEST }).and(grid.locator(".accepted"))).toBeVisible();
  await expect(grid.getByRole("button", { name: /キャンセル枠/ })).toHaveCount(0);
  await staff.close();
});
