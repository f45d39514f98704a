import { checkAccessibility } from "../../support/axe";
import { Staff, laterThan, openDay, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";

interface Item {
  uid: string;
  title: string;
  status: string;
  calendar_item_type: string;
  start_time: string;
  phone_display: string;
}

test("a leaving guest books again from the pane: the guest is prefilled, the day is not", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const tomorrow = await tomorrowOf(staff, SUSHI);
  const next = await freeDay(SUSHI, "empty");
  const { items } = await staff.page<{ items: Item[] }>(`/owners/daily_calendars/${tomorrow}`);
  const visit = items.find((item) => item.calendar_item_type === "OnlineReservation" && item.status === "accepted");
  if (!visit) throw new Error("no party comes tomorrow");
  await staff.enter(page.context());
  await openDay(page, tomorrow, SUSHI);
  await page.locator(`[data-item="${visit.uid}"]`).first().click();
  const pane = page.getByRole("complementary");
  await pane.getByRole("button", { name: "次回の予約" }).click();
  const dialog = page.getByRole("dialog", { name: "店頭予約・招待" });
  await expect(dialog.getByLabel("次回の来店日")).toHaveValue(laterThan(tomorrow, 28));
  await expect(dialog.getByRole("combobox", { name: "人数と時刻" })).toHaveValue(
    new RegExp(`^\\d+名 ${visit.start_time}$`),
  );
  await checkAccessibility(page);
  await dialog.getByLabel("次回の来店日").fill(next);
  await dialog.getByRole("combobox", { name: "人数と時刻" }).fill("2名 18:00");
  const best = dialog.getByRole("option").first();
  await expect(best).toContainText("18:00–");
  await best.click();
  await expect(dialog.getByText(visit.title).first(), "no search is needed").toBeVisible();
  await dialog.getByRole("button", { name: "予約内容へ進む" }).click();
  const course = dialog.getByLabel("コース");
  if ((await course.inputValue()) === "") await course.selectOption({ index: 1 });
  const inPerson = dialog.getByRole("button", { name: "店頭予約", exact: true });
  if (await inPerson.isVisible()) await inPerson.click();
  await dialog.getByRole("button", { name: "予約を登録する" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(pane, "the visit is still open").toBeVisible();
  const day = await staff.page<{ items: Item[] }>(`/owners/daily_calendars/${next}?restaurant_slug=${SUSHI}`);
  expect(day.items.map(({ title, start_time }) => `${title} ${start_time}`)).toContain(`${visit.title} 18:00`);
  await staff.close();
});

test("the list shows every party's phone number, and the floor the arrivals within the hour", async ({
  page,
  baseURL,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const tomorrow = await tomorrowOf(staff, SUSHI);
  const { items } = await staff.page<{ items: Item[] }>(`/owners/daily_calendars/${tomorrow}`);
  const called = items.find(({ phone_display }) => /^0[789]0[1-9]\d{7}$/.test(phone_display));
  if (!called) throw new Error("no party has a phone number");
  await staff.enter(page.context());
  await openDay(page, tomorrow, SUSHI);
  await page.getByRole("button", { name: "一覧", exact: true }).click();
  const { phone_display: number } = called;
  const line = page.getByRole("list", { name: "ご来店の一覧" }).locator(`[data-item="${called.uid}"]`);
  const read = `${number.slice(0, 3)}-${number.slice(3, 7)}-${number.slice(7)}`;
  await expect(line.getByRole("link", { name: read })).toHaveAttribute("href", `tel:${number}`);
  await checkAccessibility(page);

  await page.goto(`/owners/floor_plans/${tomorrow}`);
  const arrivals = page.getByRole("group", { name: "1時間以内の来店" });
  const first = arrivals.getByRole("button").first();
  const said = (await first.innerText()).split(" ");
  await first.click();
  await expect(page.getByRole("complementary").getByRole("heading", { level: 2 })).toContainText(said[1] ?? "nobody");
  await checkAccessibility(page);
  await staff.close();
});
