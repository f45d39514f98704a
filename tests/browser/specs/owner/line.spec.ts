import type { Page } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import { Line } from "../../support/connection";
import { Staff, laterThan, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";
const awayBar = (page: Page) => page.getByRole("alert").filter({ hasText: /通信が切れています・最終更新 \d\d:\d\d/ });

async function note(staff: Staff, date: string, memo: string): Promise<void> {
  await staff.patch(`/owners/api/restaurant_calendar_dates/${date}`, {
    restaurant_calendar_date: { date, daily_memo: memo },
  });
}

/** Removes the browser's errors about a lost connection, which are not faults of the page. */
function ignoreOfflineErrors(complaints: string[]): void {
  const others = complaints.filter((text) => !/Failed to load resource|net::ERR_/.test(text));
  complaints.splice(0, complaints.length, ...others);
}

test("the calendar shows the age of its data, and is current soon after the connection returns", async ({
  page,
  baseURL,
  complaints,
  freeDay,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI);
  await staff.enter(page.context());
  const line = await Line.to(baseURL ?? "");
  await page.goto(`${line.url}/owners`);
  await page.goto(`${line.url}/owners/daily_calendars/${date}?owners_restaurant_slug=${SUSHI}`);
  const live = page.locator("[data-live=true]");
  await expect(live).toBeVisible();
  await expect(awayBar(page)).toHaveCount(0);

  await test.step("one failed request is retried", async () => {
    let refused = 0;
    await page.route(`**/owners/daily_calendars/${date}*`, async (route) => {
      refused += 1;
      if (refused > 1) return route.fallback();
      return route.fulfill({ status: 503, body: "" });
    });
    await note(staff, date, "一度だけ失敗");
    await expect(page.getByText("一度だけ失敗")).toBeVisible();
    // A picture that was requested before may reveal it first.
    await expect.poll(() => refused).toBeGreaterThan(1);
    await page.unrouteAll();
  });

  await test.step("the connection is lost silently", async () => {
    line.silence();
    await note(staff, date, "静かな回線");
    await expect(awayBar(page)).toBeVisible();
    await expect(live).toHaveCount(0);
    await checkAccessibility(page);
    line.restore();
    await expect(page.getByText("静かな回線")).toBeVisible();
    await expect(awayBar(page)).toHaveCount(0);
    await expect(live).toBeVisible();
  });

  await test.step("the server restarts", async () => {
    line.break();
    await expect(awayBar(page)).toBeVisible();
    await note(staff, date, "再起動");
    line.restore();
    await expect(page.getByText("再起動")).toBeVisible();
    await expect(live).toBeVisible();
  });

  await test.step("the browser is offline", async () => {
    await page.context().setOffline(true);
    await expect(awayBar(page)).toBeVisible();
    // A pane that was never opened before opens over the day nevertheless.
    await page
      .getByRole("button", { name: / Web予約枠 / })
      .first()
      .click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.getByRole("grid", { includeHidden: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await note(staff, date, "機内モード");
    await page.context().setOffline(false);
    await expect(page.getByText("機内モード")).toBeVisible();
    await expect(live).toBeVisible();
  });

  await test.step("a floor that was viewed before is available offline", async () => {
    const view = (name: string) => page.getByRole("button", { name, exact: true });
    line.break();
    await expect(awayBar(page)).toBeVisible();
    await expect(view("フロア"), "the floor plan was never viewed").toBeDisabled();
    line.restore();
    await expect(live).toBeVisible();
    await view("フロア").click();
    const floor = page.getByRole("group", { name: "フロアの席" });
    await expect(floor).toBeVisible();
    await expect(live).toBeVisible();
    await view("表").click();
    await expect(page.getByRole("grid")).toBeVisible();
    line.break();
    await expect(awayBar(page)).toBeVisible();
    await view("フロア").click();
    await expect(floor).toBeVisible();
    await expect(awayBar(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "配置を編集" })).toBeDisabled();
    await checkAccessibility(page);
    line.restore();
    await expect(live).toBeVisible();
    await view("表").click();
    await expect(page.getByRole("grid")).toBeVisible();
    await expect(live).toBeVisible();
  });

  await test.step("another day is requested offline", async () => {
    line.break();
    await page.getByRole("link", { name: "次の日" }).click();
    await expect(page.getByText("つながりしだい、自動でこのページを表示します。")).toBeVisible();
    line.restore();
    await expect(page.getByRole("grid")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(laterThan(date, 1)));
  });
  await note(staff, date, "");
  await page.goto("about:blank");
  ignoreOfflineErrors(complaints);
  await line.close();
  await staff.close();
});
