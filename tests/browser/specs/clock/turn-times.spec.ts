import { readFile } from "node:fs/promises";
import { checkAccessibility } from "../../support/axe";
import { foundRestaurant, recordBooking } from "../../support/evening";
import type { Party, SeatingArea } from "../../support/evening";
import { Staff, laterThan, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

const TABLES: SeatingArea[] = [
  { type: "table", name: ["テーブル席", "Tables"], places: 4, labels: ["T1", "T2", "T3"] },
];

interface Visit extends Party {
  seated: string;
  left: string;
}

const VISITS: Visit[] = [
  { name: "滞在 一", guests: 2, seats: ["T1"], times: ["17:30", "19:30"], seated: "17:35", left: "19:05" },
  { name: "滞在 二", guests: 2, seats: ["T2"], times: ["17:30", "19:30"], seated: "17:30", left: "19:30" },
  { name: "滞在 三", guests: 4, seats: ["T3"], times: ["18:00", "20:00"], seated: "18:10", left: "20:40" },
];

interface Report {
  turn_times: { overall: { total: { parties: number } } };
}

test("turn times of an evening are in the report as chart, table and file", async ({ page, baseURL, clock }) => {
  test.setTimeout(120_000);
  await clock.goTo("21:00");
  const slug = `turn-times-${Date.now().toString(36)}`;
  await foundRestaurant(page, slug, TABLES);
  const staff = await Staff.signedIn(baseURL ?? "");
  const today = laterThan(await tomorrowOf(staff, slug), -1);
  const month = today.slice(0, 7);
  const path = `/owners/reports?from=${month}&till=${month}`;
  await staff.enter(page.context());
  await page.goto(path);
  const section = page.getByRole("region", { name: "滞在時間", exact: true });
  await expect(section).toContainText("この期間に、着席と退店を記録した組はありません。");
  await checkAccessibility(page);

  for (const { seated, left, ...party } of VISITS) {
    const uid = await recordBooking(staff, today, party);
    const steps = `/owners/api/reservations/${uid}/service_state`;
    await staff.write("PUT", steps, { state: "seated", at: seated });
    await staff.write("PUT", steps, { state: "left", at: left });
  }
  const counted = async () => (await staff.page<Report>(path)).turn_times.overall.total.parties;
  await expect.poll(counted, "the worker sums up").toBe(VISITS.length);
  await page.reload();
  const table = section.getByRole("table");
  await expect(table.getByRole("row", { name: /^2名/ })).toHaveText("2名105分2");
  await expect(table.getByRole("row", { name: /^4名/ })).toHaveText("4名150分1");
  await expect(table.getByRole("row", { name: /^9名以上/ })).toHaveText("9名以上–0");
  await expect(table.getByRole("row", { name: /^全体/ })).toHaveText("全体120分3");
  await expect(section.getByRole("img", { name: /^滞在時間のグラフ。最大は4名の150分です。/ })).toBeVisible();
  await checkAccessibility(page);
  await section.screenshot({ path: test.info().outputPath("turn-times.png") });

  const link = section.getByRole("link", { name: "滞在時間をCSVでダウンロード" });
  const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(file.suggestedFilename()).toBe(`turn_times_${month}_${month}.csv`);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines[2]).toBe('"2名","2","105","2","105"');

  await page.setViewportSize({ width: 390, height: 844 });
  await isAtMostWide(page, 390);
  await page.goto(`${path}&locale=en`);
  const english = page.getByRole("region", { name: "Turn times", exact: true });
  await expect(english.getByRole("row", { name: /^2 guests/ })).toHaveText("2 guests105 min2");
  await isAtMostWide(page, 390);
  await staff.close();
});
