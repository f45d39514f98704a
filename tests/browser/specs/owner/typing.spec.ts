import type { Locator, Page } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import type { FreeDay } from "../../support/days";
import { Staff, openDay, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";

/** An open day that another browser changes. */
class BusyDay {
  private changes = 0;

  private constructor(
    readonly page: Page,
    readonly staff: Staff,
    readonly date: string,
    readonly grid: Locator,
  ) {}

  /** A day without slots. */
  static async open(page: Page, baseURL: string | undefined, freeDay: FreeDay): Promise<BusyDay> {
    const staff = await Staff.signedIn(baseURL ?? "");
    await tomorrowOf(staff, SUSHI);
    const date = await freeDay(SUSHI, "empty");
    await staff.enter(page.context());
    return new BusyDay(page, staff, date, await openDay(page, date, SUSHI));
  }

  /** The other browser writes, and the day behind whatever is open has followed. */
  async changesBehind(): Promise<void> {
    this.changes += 1;
    const memo = `変更 ${this.changes} 回目`;
    await this.staff.patch(`/owners/api/restaurant_calendar_dates/${this.date}`, {
      restaurant_calendar_date: { date: this.date, daily_memo: memo },
    });
    await expect(this.page.getByText(memo, { exact: true })).toBeVisible();
  }

  /** Like `changesBehind`, if the day's memo is out of sight: waits until the page has reloaded the day. */
  async changesUnseen(): Promise<void> {
    const read = this.page.waitForResponse(
      (answer) => answer.url().includes(`/owners/daily_calendars/${this.date}`) && answer.request().method() === "GET",
    );
    await this.staff.patch(`/owners/api/restaurant_calendar_dates/${this.date}`, {
      restaurant_calendar_date: { date: this.date, daily_memo: `変更 ${(this.changes += 1)} 回目` },
    });
    await (await read).finished();
  }

  /** Does one thing after the other, and between any two of them the day changes. */
  async between(steps: (() => Promise<unknown>)[]): Promise<void> {
    for (const step of steps) {
      await step();
      await this.changesBehind();
    }
  }
}

test("a new slot keeps its values while the day changes behind it", async ({ page, baseURL, freeDay }) => {
  const day = await BusyDay.open(page, baseURL, freeDay);
  for (const seat of ["C1", "C2"]) await day.grid.getByRole("gridcell", { name: `${seat} 18:00` }).click();
  await page.getByRole("button", { name: "Web予約枠を作成" }).click();
  const modal = page.getByRole("dialog", { name: "Web予約枠の作成" });
  await day.between([
    () => modal.getByLabel("来店時間（1件目）").selectOption("18:30"),
    () => modal.getByRole("button", { name: "2名", exact: true }).click(),
    () => modal.getByLabel(/^おまかせコース/).check(),
    () => modal.getByRole("button", { name: "席の限定公開" }).click(),
    () => modal.getByLabel("C2：常連").check(),
  ]);
  await expect(modal.getByLabel("来店時間（1件目）")).toHaveValue("18:30");
  await expect(modal.getByRole("button", { name: "2名", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(modal.getByLabel(/^おまかせコース/)).toBeChecked();
  await expect(modal.getByLabel("C2：常連")).toBeChecked();
  await modal.getByRole("button", { name: "作成する" }).click();
  await day.changesBehind();
  await page.getByRole("alertdialog").getByRole("button", { name: "作成する", exact: true }).click();
  await expect(page.getByText("Web予約枠を作成しました。")).toBeVisible();
  await day.grid
    .getByRole("button", { name: /Web予約枠/ })
    .first()
    .click();
  const edit = page.getByRole("dialog", { name: "Web予約枠" });
  await expect(edit.getByLabel("C2：常連")).toBeChecked();
  await day.between([() => edit.getByRole("button", { name: "1名", exact: true }).click()]);
  await expect(edit.getByRole("button", { name: "1名", exact: true })).toHaveAttribute("aria-pressed", "true");
  await day.staff.close();
});

test("a reservation's form keeps its input, at creation and when a colleague changes the reservation", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const day = await BusyDay.open(page, baseURL, freeDay);
  await day.grid.getByRole("gridcell", { name: "C4 18:00" }).click();
  await page.getByRole("button", { name: "店頭予約・招待" }).click();
  const dialog = page.getByRole("dialog");
  await day.between([() => page.getByLabel("お客様を検索").fill("伊藤")]);
  await page.getByRole("option", { name: /伊藤（電話）/ }).click();
  await day.changesBehind();
  await page.getByRole("button", { name: "予約内容へ進む" }).click();
  await day.between([
    () => dialog.getByLabel(/^開始/).selectOption("18:30"),
    () => dialog.getByLabel(/^コース/).selectOption({ index: 1 }),
    () => dialog.getByLabel(/メモ/).fill("窓側を希望"),
  ]);
  await expect(dialog.getByLabel(/^開始/)).toHaveValue("18:30");
  await expect(dialog.getByLabel(/メモ/)).toHaveValue("窓側を希望");
  await page.getByRole("button", { name: "予約を登録する" }).click();

  const block = day.grid.getByRole("button", { name: /店頭予約 伊藤/ });
  await block.click();
  const pane = page.getByRole("complementary");
  const memo = pane.getByLabel("予約メモ");
  await expect(memo).toHaveValue("窓側を希望");
  await memo.fill("窓側を希望、誕生日");
  await day.changesBehind();
  const uid = (await block.getAttribute("data-item")) ?? "";
  await day.staff.write("PUT", `/owners/api/offline_reservations/${uid}`, {
    offline_reservation: { starts_at: "19:00", ends_at: "21:00" },
  });
  await expect(pane.getByLabel("開始")).toHaveValue("19:00");
  await expect(memo, "typed, and not yet saved").toHaveValue("窓側を希望、誕生日");
  // A failed reload removes nothing.
  let refused = 0;
  await page.route("**/owners/api/offline_reservations/*", (route) => {
    refused += 1;
    return route.fulfill({ status: 429, json: {} });
  });
  await day.changesBehind();
  await expect.poll(() => refused).toBeGreaterThan(0);
  await day.changesBehind();
  await expect(memo).toHaveValue("窓側を希望、誕生日");
  await page.unroute("**/owners/api/offline_reservations/*");
  await pane.getByRole("button", { name: "更新する" }).click();
  await expect(page.getByText("更新しました。")).toBeVisible();
  await expect(memo).toHaveValue("窓側を希望、誕生日");
  await expect(pane.getByLabel("開始")).toHaveValue("19:00");
  await day.staff.close();
});

test("an expanding section stays in place while it is clicked", async ({ page, baseURL, freeDay }) => {
  const day = await BusyDay.open(page, baseURL, freeDay);
  const settings = page.getByRole("button", { name: "この日の設定" });
  // The press of a button gives it the focus, and what is not in sight yet would be scrolled to: its release would miss it.
  const scrolled = await settings.evaluate(async (button: HTMLElement) => {
    button.click();
    for (;;) {
      await new Promise(requestAnimationFrame);
      const unfolding = [...document.querySelectorAll<HTMLElement>(".MuiCollapse-root button")].at(-1);
      unfolding?.focus();
      if (unfolding && document.activeElement === unfolding) return unfolding.closest(".MuiCollapse-root")?.scrollTop;
    }
  });
  expect(scrolled).toBe(0);
  await day.staff.close();
});

test("a day's memo and a dialog stay open while the day changes", async ({ page, baseURL, freeDay }) => {
  const day = await BusyDay.open(page, baseURL, freeDay);
  await page.getByRole("button", { name: "この日の設定" }).click();
  await page.getByRole("button", { name: "メモを追加" }).click();
  const memo = page.getByRole("textbox", { name: /のメモ$/ });
  await memo.fill("17時から貸切");
  await day.changesUnseen();
  await day.changesUnseen();
  await expect(memo).toHaveValue("17時から貸切");
  await page.getByRole("switch", { name: /を営業する$/ }).click();
  await expect(page.getByRole("switch", { name: /を営業する$/ })).not.toBeChecked();
  await expect(memo, "closing the day is another matter").toHaveValue("17時から貸切");
  await page.getByRole("switch", { name: /を営業する$/ }).click();
  const question = page.getByRole("alertdialog", { name: "休業日を解除しますか？" });
  await day.changesUnseen();
  await question.getByRole("button", { name: "営業にする", exact: true }).click();
  await expect(page.getByRole("switch", { name: /を営業する$/ })).toBeChecked();
  await expect(memo).toHaveValue("17時から貸切");
  const changed = page.getByRole("alert").filter({ hasText: "ほかのスタッフが「" });
  await expect(changed, "the colleague's words are not lost unseen").toContainText("変更 3 回目");
  const save = page.getByRole("button", { name: "保存する", exact: true });
  await expect(save).toBeDisabled();
  await checkAccessibility(page);
  await changed.getByRole("button", { name: "自分の入力を残す" }).click();
  await expect(changed).toHaveCount(0);
  await save.click();
  await expect(page.getByText("メモを保存しました。")).toBeVisible();
  await expect(page.getByText("17時から貸切").first()).toBeVisible();
  await day.staff.close();
});
