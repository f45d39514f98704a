import type { Page } from "@playwright/test";
import { JUSTIFICATION, signInAsAdmin } from "../../support/admin";
import { checkAccessibility } from "../../support/axe";
import { monthAfter } from "../../support/slots";
import { Staff, laterThan, openDay, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

/** A restaurant whose days no other test depends on, and one whose owner watches. */
const YAKITORI = "yakitori-tomoshibi";
const KAISEKI = "kaiseki-hanaikada";
const at = (slug: string): string => `/admin/r/${slug}`;

/** Makes a write of an admin without a page. */
async function write(page: Page, method: "POST" | "PUT", path: string, data: object): Promise<void> {
  const list = await page.request.get("/admin/restaurants", { headers: { Accept: "application/json" } });
  const headers = { Accept: "application/json", "X-CSRF-Token": list.headers()["x-csrf-token"] ?? "" };
  const answer = await page.request.fetch(path, { method, data, headers });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
}

async function isNoWiderThanAPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await isAtMostWide(page, 390);
  await checkAccessibility(page);
  await page.setViewportSize({ width: 1440, height: 900 });
}

// F193, F195, F196
test("an admin decides how far ahead guests book, and they find the days open", async ({ page, guest, afterwards }) => {
  await signInAsAdmin(page);
  afterwards(() => write(page, "POST", `/admin/api/r/${YAKITORI}/forever_reservation_round_plans`, {}));
  await page.goto(`${at(YAKITORI)}/reservation_round_plans`);
  const { calendar } = await guest.page<{ calendar: { today: string } }>(`/r/${YAKITORI}`);
  const { today } = calendar;
  const next = monthAfter(today.slice(0, 7));
  const openDays = async () => {
    const query = { restaurant_slug: YAKITORI, year_month: next, reservation_calendar_token: "" };
    const { token } = await guest.availability(YAKITORI, next);
    const answer = await guest.get("/users/api/availability/dates", { ...query, reservation_calendar_token: token });
    return ((await answer.json()) as { available_dates: string[] }).available_dates.length;
  };
  await expect.poll(openDays).toBeGreaterThan(0);
  const dialog = page.getByRole("dialog", { name: "受付ラウンドの設定" });
  const edit = () => page.getByRole("button", { name: "グループなし（通常の受付）の設定を変更する" }).click();
  const save = dialog.getByRole("button", { name: "保存する" });
  const saved = page.getByText("受付ラウンドを保存しました。");

  await edit();
  await dialog.getByRole("radio", { name: "受け付けない" }).check();
  await expect(dialog.getByText(/グループなしは\d+日分が予約できなくなります。予約済みの\d+件/)).toBeVisible();
  await checkAccessibility(page);
  await save.click();
  await expect(saved).toBeVisible();
  await expect.poll(openDays, "nothing is open").toBe(0);

  await edit();
  await dialog.getByRole("radio", { name: "日付を指定" }).check();
  const add = dialog.getByRole("button", { name: "追加する" });
  await expect(save, "a list that is empty cannot be saved").toBeDisabled();
  await expect(add).toBeDisabled();
  await dialog.getByLabel("公開日", { exact: true }).fill(today);
  await dialog.getByLabel("時", { exact: true }).selectOption("0");
  await dialog.getByLabel("予約できる最後の日").fill(laterThan(today, -1));
  await expect(dialog.getByText("今日以降の日付を選んでください。")).toBeVisible();
  await dialog.getByLabel("予約できる最後の日").fill(laterThan(today, 62));
  await add.click();
  await expect(dialog.getByText("公開中（Effective Immediate）")).toBeVisible();
  await expect(dialog.getByText(/グループなしは\d+日分が新しく予約できるようになります。/)).toBeVisible();
  await save.click();
  await expect(dialog).toBeHidden();
  await expect.poll(openDays, "the days are open").toBeGreaterThan(0);

  await edit();
  await dialog.getByRole("radio", { name: "定期的に公開" }).check();
  await add.click();
  await expect(add, "every rule exists").toBeDisabled();
  await expect(dialog.getByText("毎月 1日 10:00")).toBeVisible();
  await expect(dialog.getByRole("heading", { name: "これからの公開（12回）" })).toBeVisible();
  await isNoWiderThanAPhone(page);
  await dialog.getByRole("radio", { name: "期限なし" }).check();
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("article", { name: "グループなし" }).first()).toContainText("期限なし");
  await isNoWiderThanAPhone(page);
});

// F124, F192
test("planned slots are edited and drawn as red circles on the owner's calendar", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const day = laterThan(await tomorrowOf(staff, KAISEKI), 20);
  await staff.enter(page.context());
  await signInAsAdmin(page);
  await page.goto(`${at(KAISEKI)}/calendar_operation_slots`);
  const dinner = page.getByRole("region", { name: /^ディナー/ });
  const confirm = page.getByRole("button", { name: "変更を確定する" });
  await expect(confirm).toBeDisabled();
  await dinner.getByRole("button", { name: "行を追加する" }).click();
  const row = dinner.getByRole("group", { name: /行目$/ }).last();
  for (const weekday of ["月", "火", "水", "木", "金", "土", "日", "祝"]) {
    await row.getByLabel(weekday, { exact: true }).fill("3");
  }
  await row.getByLabel("開始").fill("18:02");
  await expect(confirm, "times go in steps of five minutes").toBeDisabled();
  await row.getByLabel("開始").fill("18:05");
  await row.getByLabel("終了").fill("20:00");
  await isNoWiderThanAPhone(page);
  await confirm.click();
  await expect(page.getByText("赤丸を編集しました。")).toBeVisible();
  await expect(confirm).toBeDisabled();

  await openDay(page, day, KAISEKI);
  const circles = page.getByRole("img", { name: /18:05〜20:00：3枠中\d枠/ });
  await expect(circles).toBeVisible();

  await page.goto(`${at(KAISEKI)}/calendar_operation_slots`);
  await page.getByRole("button", { name: "ディナーの赤丸を初期化する" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("この操作は元に戻せません。");
  await question.getByRole("button", { name: "初期化する" }).click();
  await expect(page.getByText("赤丸を初期化しました。")).toBeVisible();
  await openDay(page, day, KAISEKI);
  await expect(circles).toHaveCount(0);
  await staff.close();
});

// F197, F198
test("features and risky settings are changed one at a time", async ({ page, baseURL, afterwards }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, KAISEKI);
  const feature = async () =>
    (
      await staff.page<{ createOsgEnabled: boolean }>(
        `/owners/api/restaurant_feature_availability?restaurant_slug=${KAISEKI}`,
      )
    ).createOsgEnabled;
  await signInAsAdmin(page);
  await page.goto(`${at(KAISEKI)}/restaurant_feature_availability`);
  const slots = page.getByRole("switch", { name: "Web予約枠の作成" });
  const found = await page.request.get(`/admin/api/r/${KAISEKI}/restaurant_feature_availability`);
  const { id } = (await found.json()) as { id: number };
  afterwards(() =>
    write(page, "PUT", `/admin/api/r/${KAISEKI}/restaurant_feature_availabilities/${id}`, {
      restaurant_feature_availability: { create_osg_enabled: true },
    }),
  );
  await slots.click();
  await expect(page.getByText("更新しました", { exact: true })).toBeVisible();
  await expect(slots).not.toBeChecked();
  expect(await feature(), "the owner's console reflects it").toBe(false);
  await slots.click();
  await expect(slots).toBeChecked();
  await expect.poll(feature).toBe(true);
  await isNoWiderThanAPhone(page);

  await page.goto(`${at(KAISEKI)}/restaurant_dengerous_settings`);
  const change = async (name: string, from: string, to: string) => {
    await page.getByRole("button", { name: `${name}を変更する` }).click();
    const dialog = page.getByRole("dialog", { name: `${name}を変更する` });
    const review = dialog.getByRole("button", { name: "内容を確認する" });
    await expect(review, "nothing has changed yet").toBeDisabled();
    await dialog.getByLabel("新しい値").fill(to);
    await review.click();
    const question = page.getByRole("dialog", { name: `${name}を変更しますか？` });
    await expect(question).toContainText(`${from} → ${to}`);
    await checkAccessibility(page);
    await question.getByLabel("理由").fill(JUSTIFICATION.reason);
    await question.getByLabel("現在のパスワード").fill(JUSTIFICATION.current_password);
    await question.getByRole("button", { name: "変更する" }).click();
    await expect(question).toBeHidden();
    await expect(page.getByText("更新しました。")).toBeVisible();
  };
  const name = "ディナー 滞在時間の初期値（分）";
  const stay = async () => {
    const answer = await page.request.get(page.url(), { headers: { Accept: "application/json" } });
    const { data } = (await answer.json()) as { data: { settings: { name: string; of: string; value: number }[] } };
    return data.settings.find((one) => one.name === "default_stay_minutes" && one.of === "dinner")?.value;
  };
  const previous = await stay();
  const before = String(previous);
  afterwards(() =>
    write(page, "PUT", `/admin/api/r/${KAISEKI}/restaurant_dengerous_settings`, {
      restaurant: { default_stay_minutes: { operation: "dinner", value: previous } },
      ...JUSTIFICATION,
    }),
  );
  await isNoWiderThanAPhone(page);
  await change(name, before, "75");
  expect(await stay()).toBe(75);
  await page.goto(`${at(KAISEKI)}/restaurant_dengerous_settings`);
  await change(name, "75", before);

  await page.goto("/admin/reservation_round_plans/lint");
  await expect(page.getByRole("heading", { level: 1, name: "受付ラウンドの点検" })).toBeVisible();
  await isNoWiderThanAPhone(page);
  await staff.close();
});
