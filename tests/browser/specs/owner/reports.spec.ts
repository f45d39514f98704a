import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import { Staff, openDay, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

const SUSHI = "sushi-kagura";

interface Home {
  is_behind: boolean;
  days: { date: string; parties: number; guests: number; course_total: number }[];
  arrivals: { uid: string; name: string }[];
  unanswered_count: number;
}

interface Report {
  is_behind: boolean;
  periods: { guests: number; parties: number; new_parties: number }[];
}

/** Records a party of one for a day's evening. */
async function recordBooking(page: Page, date: string, name: string): Promise<void> {
  const grid = await openDay(page, date, SUSHI);
  await grid.getByRole("gridcell", { name: "C3 18:00" }).click({ position: { x: 40, y: 45 } });
  await page.getByRole("button", { name: "店頭予約・招待" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "お客様を検索" }).fill(name);
  await dialog.getByRole("combobox", { name: "お客様を検索" }).press("Enter");
  await dialog.getByRole("button", { name: "登録して進む" }).click();
  await dialog.getByRole("button", { name: "予約内容へ進む" }).click();
  await dialog.getByLabel("コース").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "予約を登録する" }).click();
  await expect(grid.getByRole("button", { name: new RegExp(name) })).toBeVisible();
}

async function settled<T extends { is_behind: boolean }>(staff: Staff, path: string): Promise<T> {
  let data = await staff.page<T>(path);
  await expect.poll(async () => (data = await staff.page<T>(path)).is_behind, "the worker sums up").toBe(false);
  return data;
}

test("the first page links the coming days' bookings and the open tasks", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  await tomorrowOf(staff, SUSHI);
  const home = await settled<Home>(staff, "/owners");
  await page.goto("/owners");
  const table = page.getByRole("table", { name: "これからの2週間" });
  await expect(table.getByRole("row")).toHaveCount(home.days.length + 2);
  const tomorrow = home.days[1];
  if (tomorrow === undefined) throw new Error("a fortnight has a second day");
  expect(tomorrow.guests, "the demo's own bookings").toBeGreaterThan(0);
  await expect(table.getByRole("row").nth(2)).toContainText(
    `${tomorrow.parties}${tomorrow.guests}${tomorrow.course_total.toLocaleString("ja-JP")}円`,
  );
  const [next] = home.arrivals;
  const arrivals = page.getByRole("region", { name: "次のご来店" });
  await expect(arrivals.getByRole("listitem")).toHaveCount(home.arrivals.length);
  await expect(arrivals.getByRole("link").first()).toHaveAttribute("href", `/owners/reservations/${next?.uid}`);
  expect(home.unanswered_count, "the demo has an invitation that waits").toBeGreaterThan(0);
  await expect(page.getByRole("region", { name: "回答待ちの招待" }).getByRole("link").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "未確認の通知" }).getByRole("link")).toHaveText([
    "新しい予約",
    "変更・キャンセル",
  ]);
  await checkAccessibility(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await isAtMostWide(page, 390);
  await table.getByRole("link").nth(1).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/owners/daily_calendars/${tomorrow.date}`));
  await staff.close();
});

test("reports include new bookings, by month and week, by keyboard and as a file", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  await tomorrowOf(staff, SUSHI);
  const [first, second] = [await freeDay(SUSHI, "empty"), await freeDay(SUSHI, "empty")];
  const month = first.slice(0, 7);
  const path = `/owners/reports?by=month&from=${month}&till=${second.slice(0, 7)}`;
  const guestsOf = ({ periods }: Report) => periods.reduce((sum, { guests }) => sum + guests, 0);
  const before = guestsOf(await settled<Report>(staff, path));
  await recordBooking(page, first, "報告 一郎");
  await recordBooking(page, second, "報告 二郎");
  await expect.poll(async () => guestsOf(await settled<Report>(staff, path)), "seconds later").toBe(before + 2);

  await page.goto("/owners");
  await page.getByRole("navigation").getByRole("link", { name: "レポート", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("レポート");
  for (const part of ["来店数", "無断キャンセル・キャンセル", "予約の早さ", "席の埋まり具合", "新規・再来店"])
    await expect(page.getByRole("region", { name: `${part}の表` })).toBeVisible();
  await expect(page.getByRole("region", { name: "滞在時間", exact: true })).toBeVisible();
  const chart = page.getByRole("img", { name: /^来店数のグラフ。最大は\d+年\d+月の[\d,]+です。/ });
  await expect(chart).toBeVisible();
  expect((await chart.boundingBox())?.width, "it uses the width of the page").toBeGreaterThan(700);
  await checkAccessibility(page);
  await page.screenshot({ path: test.info().outputPath("charts.png"), fullPage: true });

  await page.getByLabel("開始月").selectOption(month);
  await expect(page.getByText("終了月は、開始月と同じか、それより後の月を選んでください。")).toBeVisible();
  await page.getByRole("button", { name: "表示する" }).click();
  await expect(page, "an invalid range is not requested").toHaveURL(/\/owners\/reports$/);
  await page.getByLabel("終了月").selectOption(second.slice(0, 7));
  await page.getByLabel("集計の単位").selectOption("week");
  await page.getByRole("button", { name: "表示する" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`by=week&from=${month}`));
  const covers = page.getByRole("region", { name: "来店数の表" });
  await expect(covers.getByRole("columnheader")).toHaveCount(9);
  await expect(covers.getByRole("columnheader", { name: "ウォークイン" })).toBeVisible();
  await expect(covers.getByRole("row", { name: /合計/ })).toContainText(/\d+円/);

  const link = page.getByRole("link", { name: "来店数をCSVでダウンロード" });
  const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(file.suggestedFilename()).toBe(`covers_weeks_${month}_${second.slice(0, 7)}.csv`);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines[0]).toContain('"開始日","終了日","Web予約 組数"');
  expect(lines.length).toBeGreaterThan(4);
  const workbook = page.getByRole("link", { name: "新規・再来店をExcelでダウンロード" });
  const [sheet] = await Promise.all([page.waitForEvent("download"), workbook.click()]);
  expect((await readFile(await sheet.path())).subarray(0, 2).toString(), "a zip").toBe("PK");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path);
  await isAtMostWide(page, 390);
  await expect(chart, "the months are those of the tables").toBeVisible();
  await page.screenshot({ path: test.info().outputPath("charts-phone.png"), fullPage: true });
  await covers.focus();
  await page.keyboard.press("ArrowRight");
  await checkAccessibility(page);
  await page.goto(`${path}&locale=en`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reports");
  await expect(page.getByRole("columnheader", { name: "In person" })).toBeVisible();
  await isAtMostWide(page, 390);
  await staff.close();
});
