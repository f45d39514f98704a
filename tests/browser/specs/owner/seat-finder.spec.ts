import { checkAccessibility } from "../../support/axe";
import { unusedContact } from "../../support/diner";
import { KeyGroups } from "../../support/key-groups";
import { bookByKeys } from "../../support/phone-booking";
import { openDay, staffOnEmptyDay } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";

test("N, guests and time, a name: a phone booking with the keyboard alone, on proposed seats with a reason", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const { staff, date } = await staffOnEmptyDay(page, baseURL, freeDay, SUSHI);
  const grid = await openDay(page, date, SUSHI);
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: "店頭予約・招待" });
  await expect(dialog.getByRole("combobox", { name: "人数と時刻" })).toBeFocused();
  await page.keyboard.type("2名 19:00");
  const best = dialog.getByRole("option").first();
  await expect(best).toContainText("19:00–21:00 カウンター C1・C2");
  await expect(best).toContainText("人数ちょうど / 隣同士");
  await checkAccessibility(page);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("2名", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "席を選び直す" }).click();
  await dialog.getByRole("combobox", { name: "人数と時刻" }).fill("99名 19:00");
  await expect(dialog.getByRole("status")).toHaveText("この時刻の前後には空いている席がありません。");
  await dialog.getByRole("combobox", { name: "人数と時刻" }).fill("19時 2名");
  await page.keyboard.press("Enter");

  await expect(dialog.getByRole("combobox", { name: "お客様を検索" })).toBeFocused();
  await page.keyboard.type("健二");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("最終来店")).toBeVisible();
  await expect(dialog.getByText(/^\d{4}年\d\d?月\d\d?日$/), "in the form of all dates").toBeVisible();
  await expect(dialog.getByRole("button", { name: "予約内容へ進む" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("人数")).toHaveValue("2");
  const course = dialog.getByLabel("コース");
  if ((await course.inputValue()) === "") await course.selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "店頭予約", exact: true }).click();
  await dialog.getByRole("button", { name: "予約を登録する" }).click();
  const block = grid.getByRole("button", { name: /店頭予約 佐藤 健二/ });
  await expect(block).toBeVisible();

  await page.getByRole("button", { name: "席を探して予約" }).click();
  await page.keyboard.type("2 1930");
  await expect(best, "C1 and C2 are taken").toContainText("C3・C4");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await staff.close();
});

// Lunch has one course, which is chosen by itself; dinner has several.
for (const [language, time, knownGroups, newGroups] of [
  ["ja", "1200", 5, 8],
  ["en", "1900", 6, 9],
] as const) {
  test(`one line books a known guest in six key groups and a new one in ten (${language}, ${time})`, async ({
    page,
    baseURL,
    freeDay,
  }) => {
    const { staff, date } = await staffOnEmptyDay(page, baseURL, freeDay, SUSHI);
    const [number, otherNumber] = [`0${unusedContact().localNumber}`, `0${unusedContact().localNumber}`];
    const known = `馴染み${number.slice(3)}`;
    await staff.write("POST", `/owners/api/customers?restaurant_slug=${SUSHI}`, {
      customer: { type: "OfflineCustomer", profile_attributes: { nickname: known } },
    });
    await page.goto(`/owners/daily_calendars/${date}?owners_restaurant_slug=${SUSHI}&locale=${language}`);
    await expect(page.locator("[data-live=true]")).toBeVisible();
    const grid = page.getByRole("grid");

    const ofKnown = new KeyGroups(page);
    await bookByKeys(page, ofKnown, `2 ${time} ${known}`);
    await expect(grid.getByRole("button", { name: new RegExp(known) }).first()).toBeVisible();
    expect(ofKnown.count).toBe(knownGroups);
    expect(ofKnown.count).toBeLessThanOrEqual(6);

    const stranger = `新規 花子${otherNumber.slice(3)}`;
    const ofNew = new KeyGroups(page);
    await bookByKeys(page, ofNew, `2 ${time} ${stranger}`, otherNumber);
    await expect(grid.getByRole("button", { name: new RegExp(stranger) }).first()).toBeVisible();
    expect(ofNew.count).toBe(newGroups);
    expect(ofNew.count).toBeLessThanOrEqual(10);
    await staff.close();
  });
}

test("a press on a time searches its seats, and the next key is another party size", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const { staff, date } = await staffOnEmptyDay(page, baseURL, freeDay, SUSHI);
  const grid = await openDay(page, date, SUSHI);
  await grid.getByRole("button", { name: /^19:00/ }).click();
  const dialog = page.getByRole("dialog", { name: "店頭予約・招待" });
  const finder = dialog.getByRole("combobox", { name: "人数と時刻" });
  await expect(finder).toHaveValue("2名 19:00");
  await expect(finder).toBeFocused();
  await page.keyboard.type("3");
  await expect(finder).toHaveValue("3名 19:00");
  await expect(dialog.getByRole("option").first()).toContainText("19:00–21:00");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(grid.locator("[aria-selected=true]"), "no seat is chosen").toHaveCount(0);
  await checkAccessibility(page);
  await staff.close();
});

test("a known guest is chosen with one press, and other seats are chosen without a restart", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const { staff, date } = await staffOnEmptyDay(page, baseURL, freeDay, SUSHI);
  const number = `0${unusedContact().localNumber}`;
  const name = `馴染み${number.slice(3)}`;
  await staff.write("POST", `/owners/api/customers?restaurant_slug=${SUSHI}`, {
    customer: {
      type: "OfflineCustomer",
      profile_attributes: { nickname: name, phone_country: "JP", phone_local_number: number },
    },
  });
  const grid = await openDay(page, date, SUSHI);
  await grid.getByRole("gridcell", { name: "C3 18:00" }).click({ position: { x: 40, y: 45 } });
  await page.getByRole("button", { name: "店頭予約・招待" }).click();
  const dialog = page.getByRole("dialog", { name: "店頭予約・招待" });
  await dialog.getByRole("button", { name: "新しいお客様" }).click();
  await dialog.getByLabel("お名前").fill("別の名前");
  await dialog.getByLabel("電話番号", { exact: true }).fill(number);
  await dialog.getByRole("button", { name: "登録して進む" }).click();
  await expect(dialog.getByRole("link", { name: /このお客様を開く/ })).toBeVisible();
  await checkAccessibility(page);
  await dialog.getByRole("button", { name: "このお客様を選ぶ" }).click();
  await expect(dialog.getByText(name, { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "予約内容へ進む" }).click();
  const course = dialog.getByLabel("コース");
  await course.selectOption({ index: 1 });
  await dialog.getByLabel("予約メモ").fill("窓側をご希望");

  await dialog.getByRole("button", { name: "席を選び直す" }).click();
  const finder = dialog.getByRole("combobox", { name: "人数と時刻" });
  await expect(finder).toHaveValue("1名 18:00");
  await dialog.getByRole("button", { name: "戻る" }).click();
  await expect(dialog.getByLabel("予約メモ"), "back with nothing chosen").toHaveValue("窓側をご希望");
  await dialog.getByRole("button", { name: "席を選び直す" }).click();
  await finder.fill("2名 18:30");
  await expect(dialog.getByRole("option").first()).toContainText("18:30–20:30");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("開始")).toHaveValue("18:30");
  await expect(dialog.getByRole("combobox", { name: "人数", exact: true })).toHaveValue("2");
  await expect(course, "is chosen again, immediately by keyboard").toHaveValue("");
  await expect(course).toBeFocused();
  await expect(dialog.getByLabel("予約メモ"), "what was noted stays").toHaveValue("窓側をご希望");
  await checkAccessibility(page);
  await course.selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "予約を登録する" }).click();
  await expect(grid.getByRole("button", { name: new RegExp(`店頭予約 ${name}`) }).first()).toBeVisible();
  await staff.close();
});

test("a guest's page leads to the seats of another day, and a time in the break to the next meal", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const { staff, date } = await staffOnEmptyDay(page, baseURL, freeDay, SUSHI);
  const name = `馴染み${unusedContact().localNumber}`;
  const { uid } = await staff.write<{ uid: string }>("POST", `/owners/api/customers?restaurant_slug=${SUSHI}`, {
    customer: { type: "OfflineCustomer", profile_attributes: { nickname: name } },
  });
  await page.goto(`/owners/customers/${uid}?owners_restaurant_slug=${SUSHI}`);
  await page.getByRole("button", { name: "予約を取る" }).click();
  const dialog = page.getByRole("dialog", { name: "店頭予約・招待" });
  await expect(dialog.getByText(`お客様：${name}`)).toBeVisible();
  const finder = dialog.getByRole("combobox", { name: "人数と時刻" });
  await expect(finder).toBeFocused();
  await finder.fill(`2名 15:00 ${date}`);
  await expect(dialog.getByRole("option")).toContainText("予約表に移って席を探す");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`daily_calendars/${date}`));
  await expect(dialog.getByText(`お客様：${name}`)).toBeVisible();
  await expect(dialog.getByText(/^15:00は営業時間外です/)).toBeVisible();
  await expect(dialog.getByRole("option").first()).toContainText("17:00–19:00");
  await checkAccessibility(page);
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "予約内容へ進む" }).click();
  await expect(dialog.getByLabel("開始")).toHaveValue("17:00");
  await expect(dialog.getByText("17:00", { exact: true }).first(), "in the header, too").toBeVisible();
  await staff.close();
});

test("the menu collapses to icons, stays collapsed, and every entry keeps its name", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const { staff, date } = await staffOnEmptyDay(page, baseURL, freeDay, SUSHI);
  await page.setViewportSize({ width: 1440, height: 900 });
  const grid = await openDay(page, date, SUSHI);
  const width = async () => (await grid.boundingBox())?.width ?? 0;
  const before = await width();
  await page.getByRole("button", { name: "メニューを折りたたむ" }).click();
  await expect.poll(async () => (await width()) - before).toBeGreaterThan(140);
  const menu = page.getByRole("navigation", { name: "メインメニュー" });
  await expect(menu.getByRole("link", { name: "予約", exact: true })).toBeVisible();
  await checkAccessibility(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "メニューを広げる" })).toHaveAttribute("aria-expanded", "false");
  await menu.getByRole("link", { name: "お客様", exact: true }).click();
  await expect(page).toHaveURL(/\/owners\/customers/);
  await page.getByRole("button", { name: "メニューを広げる" }).click();
  await expect(page.getByRole("button", { name: "メニューを折りたたむ" })).toBeVisible();
  await staff.close();
});
