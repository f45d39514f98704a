import { checkAccessibility } from "../../support/axe";
import { monthAfter } from "../../support/slots";
import { Staff, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

const SUSHI = "sushi-kagura";

// F122, F156, F157
test("days are closed and opened, one by one and together", async ({ page, baseURL, afterwards }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  await page.goto(`/owners?owners_restaurant_slug=${SUSHI}`);
  await page.goto("/owners/holidays");
  const next = page.getByRole("link", { name: "次の月" });
  for (let step = 0; step < 2; step += 1) {
    const target = (await next.getAttribute("href")) ?? "";
    await next.click();
    // The link leads on only when the month it led to is drawn.
    await expect(next).not.toHaveAttribute("href", target);
  }
  const month = new URL(page.url()).searchParams.get("month") ?? "";
  afterwards(() =>
    setClosed(
      baseURL ?? "",
      ["15", "16", "17"].map((day) => `${month}-${day}`),
      false,
    ),
  );
  await checkAccessibility(page);

  const day = page.getByLabel(new RegExp(`${Number(month.slice(5))}月15日.*を営業する`));
  await expect(day, "on means open").toBeChecked();
  await day.click();
  await expect(day).not.toBeChecked();
  await expect(page.getByText(/15日（.）を休業にしました。予約はありません。/)).toBeVisible();
  const undo = page.getByRole("button", { name: "元に戻す" });
  await undo.click();
  await expect(day).toBeChecked();
  await day.click();
  await expect(day).not.toBeChecked();
  await day.click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("すぐに予約が入ることがあります");
  await question.getByRole("button", { name: "キャンセル" }).click();
  await expect(day).not.toBeChecked();
  await day.click();
  await question.getByRole("button", { name: "営業にする" }).click();
  await expect(day).toBeChecked();

  await page.goto(`/owners/monthly_calendars/${month}`);
  await expect(page.getByRole("link", { name: /日別カレンダーを開く$/ })).toHaveCount(daysOf(month));
  const closed = page.getByRole("cell").filter({ hasText: "休業" });
  const before = await closed.count();
  await page.getByRole("button", { name: "一括操作を始める" }).click();
  for (const number of [16, 17]) await page.getByLabel(new RegExp(`${number}日.*を選択$`)).check();
  const tools = page.getByRole("region", { name: "一括操作" });
  await expect(tools.getByRole("status")).toHaveText("2日を選択中");
  await checkAccessibility(page);
  await tools.getByRole("button", { name: "休業にする" }).click();
  await expect(page.getByText(/^2日を休業にしました。予約/)).toBeVisible();
  await expect(closed).toHaveCount(before + 2);
  await undo.click();
  await expect(closed, "those that were open are open again").toHaveCount(before);
  for (const number of [16, 17]) await page.getByLabel(new RegExp(`${number}日.*を選択$`)).check();
  await tools.getByRole("button", { name: "休業にする" }).click();
  await expect(closed).toHaveCount(before + 2);
  for (const number of [16, 17]) await page.getByLabel(new RegExp(`${number}日.*を選択$`)).check();
  await tools.getByRole("button", { name: "営業にする" }).click();
  await question.getByRole("button", { name: "営業にする" }).click();
  await expect(closed).toHaveCount(before);
  await staff.close();
});

test("closing a day with bookings states how many remain, and is undone", async ({ page, baseURL, afterwards }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const tomorrow = await tomorrowOf(staff, SUSHI);
  afterwards(() => setClosed(baseURL ?? "", [tomorrow], false));
  const { items } = await staff.page<{ items: { status: string; calendar_item_type: string; guests_count: number }[] }>(
    `/owners/daily_calendars/${tomorrow}?owners_restaurant_slug=${SUSHI}`,
  );
  const isBooking = /^(Online|Offline|Offsite|Invited)Reservation$/;
  const staying = items.filter(({ status, calendar_item_type: type }) => status === "accepted" && isBooking.test(type));
  const guests = staying.reduce((sum, { guests_count }) => sum + guests_count, 0);
  expect(staying.length).toBeGreaterThan(1);
  await staff.enter(page.context());
  await page.goto(`/owners/holidays?month=${tomorrow.slice(0, 7)}`);
  const day = page.getByLabel(new RegExp(`${tomorrow.slice(5, 7)}月${tomorrow.slice(8)}日.*を営業する`));
  await day.click();
  const said = page.getByText(new RegExp(`日（.）を休業にしました。予約(\\d+)件(\\d+)名が残ります。`));
  await expect(said).toBeVisible();
  const [, parties, people] = /予約(\d+)件(\d+)名が残ります/.exec((await said.textContent()) ?? "") ?? [];
  // Invitations that wait for an answer keep their seats, too.
  expect(Number(parties)).toBeGreaterThanOrEqual(staying.length);
  expect(Number(people)).toBeGreaterThanOrEqual(guests);
  await page.getByRole("button", { name: "元に戻す" }).click();
  await expect(day).toBeChecked();
  await staff.close();
});

// F123
test("a day keeps its memo, and the selector leads to another month", async ({ page, baseURL, afterwards }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const month = later(await tomorrowOf(staff, SUSHI), 3);
  afterwards(() => forgetMemo(baseURL ?? "", `${month}-09`));
  await staff.enter(page.context());
  await page.goto(`/owners/monthly_calendars/${month}?owners_restaurant_slug=${SUSHI}`);
  await page
    .getByRole("button", { name: new RegExp(`${month.slice(5)}月09日.*を編集`) })
    .filter({ visible: true })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /メモを(追加|編集)/ }).click();
  await dialog.getByLabel(/のメモ$/).fill("花を替える");
  await dialog.getByRole("button", { name: "保存する" }).click();
  await expect(page.getByText("メモを保存しました。")).toBeVisible();
  await dialog.getByRole("button", { name: "メモを編集" }).click();
  await dialog.getByLabel(/のメモ$/).fill("");
  await dialog.getByRole("button", { name: "保存する" }).click();
  const undo = page.getByRole("button", { name: "元に戻す" });
  await undo.hover();
  await expect(dialog.getByRole("button", { name: "メモを追加" })).toBeVisible();
  await checkAccessibility(page);
  await undo.click();
  await expect(dialog.getByText("花を替える")).toBeVisible();
  await dialog.getByRole("button", { name: "閉じる" }).click();
  await expect(page.getByRole("cell").filter({ hasText: "花を替える" })).toHaveCount(1);
  const next = monthAfter(month);
  await page.getByLabel("年月").selectOption(next);
  await expect(page).toHaveURL(new RegExp(`/owners/monthly_calendars/${next}$`));
  await page.setViewportSize({ width: 390, height: 844 });
  await isAtMostWide(page, 390);
  await checkAccessibility(page);
  await staff.close();
});

/** The month `months` months after a day's. */
function later(date: string, months: number): string {
  return Array.from({ length: months }).reduce<string>(monthAfter, date.slice(0, 7));
}

async function setClosed(baseURL: string, dates: string[], isClosed: boolean): Promise<void> {
  const staff = await Staff.signedIn(baseURL);
  await tomorrowOf(staff, SUSHI);
  const body = { date_list: dates, is_closed: isClosed };
  await staff.write("POST", "/owners/api/restaurant_calendar_dates/bulk_update_is_closed", body);
  await staff.close();
}

async function forgetMemo(baseURL: string, date: string): Promise<void> {
  const staff = await Staff.signedIn(baseURL);
  await tomorrowOf(staff, SUSHI);
  await staff.patch(`/owners/api/restaurant_calendar_dates/${date}`, {
    restaurant_calendar_date: { date, daily_memo: "" },
  });
  await staff.close();
}

function daysOf(month: string): number {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}
