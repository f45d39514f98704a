import type { Locator } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import { Staff, openDay, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";
const LISTED = "09055559999";
const WARNING = "この電話番号はブラックリストに登録されています。";

/**
 * F129: a stay has the meal's default length, and never lasts beyond the last column; the dialog keeps its other
 * values.
 */
async function staysAsUsual(dialog: Locator): Promise<void> {
  const [meal, start, end] = ["営業区分", "開始", "終了"].map((name) => dialog.getByLabel(name)) as [
    Locator,
    Locator,
    Locator,
  ];
  await expect(start).toHaveValue("18:00");
  await expect(end, "two hours").toHaveValue("20:00");
  await meal.selectOption("lunch");
  await start.selectOption("12:00");
  await expect(end, "as long as the restaurant has its lunch").toHaveValue("13:30");
  await meal.selectOption("dinner");
  const latest = (await start.locator("option").last().getAttribute("value")) ?? "";
  await start.selectOption(latest);
  const last = (await end.locator("option").last().getAttribute("value")) ?? "";
  await expect(end, "the end of the last column").toHaveValue(last);
  await start.selectOption("18:00");
  await expect(end).toHaveValue("20:00");
}

test("Enter opens the search result: by name, kana, number and reservation code", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const tomorrow = await tomorrowOf(staff, SUSHI);
  await staff.enter(page.context());
  const { items } = await staff.page<{ items: { uid: string; calendar_item_type: string; status: string }[] }>(
    `/owners/daily_calendars/${tomorrow}`,
  );
  const booked = items.find((item) => item.calendar_item_type === "OnlineReservation" && item.status === "accepted");
  const { reservation_code: code } = await staff.page<{ reservation_code: string }>(
    `/owners/api/online_reservations/${booked?.uid ?? ""}`,
  );
  await openDay(page, tomorrow, SUSHI);
  const cases = [
    ["健二", /佐藤 健二/, /\/owners\/customers\//],
    ["けんじ", /佐藤 健二/, /\/owners\/customers\//],
    // A guest whom staff entered.
    ["わたなべ", /渡辺 会長/, /\/owners\/customers\//],
    ["09011", /./, /\/owners\/customers\//],
    [code.toLowerCase(), new RegExp(code), /\/owners\/reservations\/[\w-]{20,}/],
    ["誰でもない名前", /./, /\/owners\/reservations\?q/],
  ] as const;
  for (const [typed, shown, address] of cases) {
    await page.keyboard.press("/");
    await expect(page.getByRole("dialog", { name: "お客様・予約の検索" }).getByRole("combobox")).toBeFocused();
    // Enter comes before the answer does.
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("main").getByText(shown).first()).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await staff.close();
});

test("a result has the guest's allergies, tags and memo; the last four digits find it", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const tomorrow = await tomorrowOf(staff, SUSHI);
  await staff.enter(page.context());
  await openDay(page, tomorrow, SUSHI);
  await page.keyboard.press("/");
  const search = page.getByRole("dialog", { name: "お客様・予約の検索" });
  for (const typed of ["0101", "いとう"]) {
    await search.getByRole("combobox").fill(typed);
    const hit = search.getByRole("option", { name: /伊藤（電話）/ });
    await expect(hit).toContainText("（イトウ）");
    await expect(hit.getByText("アレルギー：甲殻類（えび・かに）")).toBeVisible();
    await expect(hit).toContainText("左利き");
    await expect(hit).toContainText("メモ：左利き。カウンターの端がお好み");
  }
  await checkAccessibility(page);
  await staff.close();
});

test("a blacklisted number shows a warning; the focus returns; a deletion is undone", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI);
  const token = (await staff.api.get("/owners")).headers()["x-csrf-token"] ?? "";
  await staff.api.post("/owners/restaurant_blacklisted_phone_numbers", {
    data: { phone_country: "JP", phone_local_number: LISTED, internal_memo: "" },
    headers: { "X-CSRF-Token": token },
  });
  await staff.enter(page.context());
  const grid = await openDay(page, date, SUSHI);
  const cell = (time: string) => grid.getByRole("gridcell", { name: `C3 ${time}` });
  await expect(cell("18:00")).toHaveAccessibleName(/^C3 18:00 空席/);
  await grid.focus();
  await cell("18:00").click({ position: { x: 40, y: 45 } });
  await page.getByRole("button", { name: "店頭予約・招待" }).click();
  const dialog = page.getByRole("dialog");

  await test.step("at registration", async () => {
    await dialog.getByRole("button", { name: "新しいお客様" }).click();
    await dialog.getByLabel("お名前").fill("黒岩 一");
    await dialog.getByLabel("フリガナ").fill("ｸﾛｲﾜ ﾊｼﾞﾒ");
    await dialog.getByLabel("電話番号", { exact: true }).fill("０９０－５５５５－９９９９");
    await expect(dialog.getByLabel("電話番号", { exact: true }), "digits only").toHaveValue(LISTED);
    await expect(dialog.getByText(WARNING)).toBeVisible();
    await checkAccessibility(page);
    await dialog.getByRole("button", { name: "登録して進む" }).click();
  });
  await test.step("at the choice and at saving", async () => {
    await expect(dialog.getByText("ブラックリストに登録されているお客様です。")).toBeVisible();
    await expect(dialog.getByText("クロイワ ハジメ"), "as others write it").toBeVisible();
    await dialog.getByRole("button", { name: "予約内容へ進む" }).click();
    await expect(dialog.getByText("ブラックリストに登録されているお客様です。")).toBeVisible();
    await staysAsUsual(dialog);
    const course = dialog.getByLabel("コース");
    if ((await course.inputValue()) === "") await course.selectOption({ index: 1 });
    await dialog.getByRole("button", { name: "予約を登録する" }).click();
  });
  const block = grid.getByRole("button", { name: /店頭予約 黒岩 一.*ブラックリスト/ });
  await expect(block, "and on the calendar").toBeVisible();
  await expect(grid, "the focus is where it was").toBeFocused();
  await expect(cell("18:00")).toHaveAccessibleName(/^C3 18:00 使用中 18:00–20:00 店頭予約 黒岩 一/);
  await expect(cell("19:00")).toHaveAccessibleName(/^C3 19:00 使用中 黒岩 一 18:00–20:00/);
  await checkAccessibility(page);

  await block.click();
  const pane = page.getByRole("complementary");
  await pane.getByLabel("開始").selectOption("18:30");
  await expect(pane.getByLabel("終了"), "the end moves along").toHaveValue("20:30");
  await pane.getByRole("button", { name: "予約を削除" }).click();
  await expect(page.getByText(/18:00 黒岩 一 1名 .*C3を削除しました。席は空席に戻りました。/)).toBeVisible();
  await expect(block).toHaveCount(0);
  await expect(grid, "nothing is lost with the pane").toBeFocused();
  await page.getByRole("button", { name: "元に戻す" }).click();
  await expect(page.getByText("削除した予約を元に戻しました。")).toBeVisible();
  await expect(block).toBeVisible();
  await block.click();
  await pane.getByRole("button", { name: "予約を削除" }).click();
  await expect(block).toHaveCount(0);
  await staff.close();
});
