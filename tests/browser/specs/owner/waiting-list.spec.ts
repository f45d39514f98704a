import { checkAccessibility } from "../../support/axe";
import { CONNECTION_IS_BACK, Line } from "../../support/connection";
import { unusedContact } from "../../support/diner";
import { Staff, openDay, staffOnEmptyDay, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";
const NAME = "空席 待子";

test("a waiting party is shown free seats, books by phone, and is removed and restored", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const { staff, date } = await staffOnEmptyDay(page, baseURL, freeDay, SUSHI);
  const grid = await openDay(page, date, SUSHI);
  await page.getByRole("button", { name: "空席待ちに追加" }).click();
  const dialog = page.getByRole("dialog", { name: "空席待ちに追加" });
  await dialog.getByRole("combobox", { name: "お客様を検索" }).fill(NAME);
  await dialog.getByRole("combobox", { name: "お客様を検索" }).press("Enter");
  await dialog.getByRole("button", { name: "登録して進む" }).click();
  await dialog.getByLabel("人数").fill("0");
  await dialog.getByRole("button", { name: "空席待ちに登録する" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByLabel("人数").fill("3");
  await dialog.getByLabel("開始（早くて）").selectOption("19:00");
  await dialog.getByLabel("開始（遅くて）").selectOption("20:00");
  await dialog.getByLabel("いつまで待つか").fill(`${date}T19:30`);
  await dialog.getByLabel("予約メモ（お客様には表示されません）").fill("窓側なら何時でも");
  await checkAccessibility(page);
  await dialog.getByRole("button", { name: "空席待ちに登録する" }).click();

  const list = page.getByRole("region", { name: "空席待ち" });
  const party = list.getByRole("listitem").filter({ hasText: NAME });
  await expect(party).toContainText("19:00 カウンター C1・C2・C3が空いています");
  await expect(party).toContainText("窓側なら何時でも");
  await expect(party).toContainText("19:30まで待つ");
  await expect(party.getByRole("button", { name: "席を確保して案内を送る" }), "no address is known").toHaveCount(0);
  await expect(party.getByRole("button", { name: "SMS・メールで案内できるようにする" })).toBeVisible();
  await party.getByRole("button", { name: `${NAME}：空席待ちから外す` }).click();
  await expect(party).toHaveCount(0);
  await page.getByRole("button", { name: "元に戻す" }).click();
  await expect(party).toBeVisible();
  await checkAccessibility(page);

  await party.getByRole("button", { name: "電話で予約にする" }).click();
  const giving = page.getByRole("dialog", { name: "電話で予約にする" });
  await expect(giving).toContainText("カウンター C1・C2・C3");
  await expect(giving).toContainText("19:00–");
  await giving.getByRole("button", { name: "電話で予約にする" }).click();
  await expect(giving.getByRole("alert"), "no course is chosen unasked").toBeVisible();
  const courses = giving.getByRole("combobox", { name: "コース" });
  const course = (await courses.getByRole("option").last().getAttribute("value")) ?? "";
  await courses.selectOption(course);
  await checkAccessibility(page);
  await giving.getByRole("button", { name: "電話で予約にする" }).click();
  await expect(party).toContainText("予約済み 19:00");
  await expect(grid.getByRole("button", { name: new RegExp(`店頭予約 ${NAME}`) })).toBeVisible();
  await grid.getByRole("button", { name: new RegExp(`店頭予約 ${NAME}`) }).click();
  const chosen = page.getByRole("complementary").getByRole("combobox", { name: "コース" });
  await expect(chosen, "the course that was chosen").toHaveValue(course);
  await page.getByRole("complementary").getByRole("button", { name: "閉じる" }).click();
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  }
  await staff.close();
});

test("staff decide whether a party removed from the list keeps its offer", async ({ page, baseURL, freeDay }) => {
  const { staff, date } = await staffOnEmptyDay(page, baseURL, freeDay, SUSHI);
  const guest = await staff.write<{ uid: string }>("POST", "/owners/api/customers", {
    customer: { type: "InvitedCustomer", nickname: "案内 待子", invitation_email: "machiko@example.jp" },
  });
  const entry = { customer_uid: guest.uid, date, starts_from: "19:00", starts_till: "20:00", guests_count: 2 };
  await staff.write("POST", "/owners/api/waiting_list", entry);
  const grid = await openDay(page, date, SUSHI);
  const party = page.getByRole("region", { name: "空席待ち" }).getByRole("listitem").filter({ hasText: "案内 待子" });
  await party.getByRole("button", { name: "席を確保して案内を送る" }).click();
  const giving = page.getByRole("dialog", { name: "席を確保して案内を送る" });
  await expect(giving).toContainText("カウンター C1・C2");
  const courses = giving.getByRole("combobox", { name: "コース" });
  await expect(courses, "the usual course unless staff choose one").toHaveValue("");
  await courses.selectOption({ index: 2 });
  await checkAccessibility(page);
  await giving.getByRole("button", { name: "席を確保して案内を送る" }).click();
  await expect(party).toContainText("案内中 19:00");
  const held = grid.getByRole("button", { name: /案内 待子/ });
  await expect(held).toBeVisible();

  await party.getByRole("button", { name: /空席待ちから外す$/ }).click();
  const question = page.getByRole("alertdialog", { name: "空席待ちから外す" });
  await expect(question).toContainText("席は確保されています");
  await checkAccessibility(page);
  await question.getByRole("button", { name: "案内を取り下げて外す" }).click();
  await expect(party).toHaveCount(0);
  await expect(held, "its seats are free again").toHaveCount(0);
  await staff.close();
});

interface Entry {
  customer_name: string;
  offer_ends_at: string | null;
}

test("an entry of a colleague is shown immediately, on the floor and on paper, and its offer has the chosen deadline", async ({
  page,
  baseURL,
  complaints,
  freeDay,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI, "empty");
  await staff.enter(page.context());
  const line = await Line.to(baseURL ?? "");
  await page.goto(`${line.url}/owners`);
  await page.goto(`${line.url}/owners/daily_calendars/${date}?owners_restaurant_slug=${SUSHI}`);
  await expect(page.locator("[data-live=true]")).toBeVisible();
  const guest = await staff.write<{ uid: string }>("POST", "/owners/api/customers", {
    customer: { type: "InvitedCustomer", nickname: "即時 待子", invitation_email: "sokuji@example.jp" },
  });
  const entry = { customer_uid: guest.uid, date, starts_from: "19:00", starts_till: "20:00", guests_count: 2 };
  await staff.write("POST", "/owners/api/waiting_list", { ...entry, waits_until: `${date}T18:30` });

  const party = page.getByRole("region", { name: "空席待ち" }).getByRole("listitem").filter({ hasText: "即時 待子" });
  await expect(party, "without a reload").toContainText("18:30まで待つ");
  await expect(page.getByRole("list", { name: "この日のまとめ" })).toContainText(
    /空席待ち \d組（ご案内できる方 \d組）/,
  );
  await page.emulateMedia({ media: "print" });
  const printed = page.locator("table").filter({ hasText: "いつまで待つか" });
  await expect(printed.locator("tr", { hasText: "即時 待子" })).toContainText("18:30");
  await page.emulateMedia({ media: "screen" });

  await test.step("without the connection the list can still be read", async () => {
    line.break();
    await expect(page.getByRole("alert").filter({ hasText: "通信が切れています" })).toBeVisible();
    await expect(party).toBeVisible();
    await expect(party.getByRole("button", { name: "席を確保して案内を送る" })).toBeDisabled();
    await checkAccessibility(page);
    line.restore();
    await expect(party.getByRole("button", { name: "席を確保して案内を送る" })).toBeEnabled(CONNECTION_IS_BACK);
    const others = complaints.filter((text) => !/Failed to load resource|net::ERR_/.test(text));
    complaints.splice(0, complaints.length, ...others);
  });

  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`${line.url}/owners/floor_plans/${date}?owners_restaurant_slug=${SUSHI}`);
  await page.getByRole("button", { name: /^空席待ち \d組/ }).click();
  const pane = page.getByRole("complementary", { name: "空席待ち" });
  const onFloor = pane.getByRole("listitem").filter({ hasText: "即時 待子" });
  await expect(onFloor).toContainText("19:00 カウンター");
  await checkAccessibility(page);
  // The tables next to the list receive presses.
  const tables = page.getByRole("group", { name: "フロアの席" }).getByRole("button");
  for (const table of [tables.first(), tables.last()]) await table.click({ trial: true });
  await onFloor.getByRole("button", { name: "席を確保して案内を送る" }).click();
  const giving = page.getByRole("dialog", { name: "席を確保して案内を送る" });
  const deadline = giving.getByLabel("回答期限");
  await expect(deadline).toHaveValue("30");
  await deadline.selectOption("60");
  await checkAccessibility(page);
  await giving.getByRole("button", { name: "席を確保して案内を送る" }).click();
  await expect(onFloor).toContainText("案内中 19:00");
  const answer = await staff.api.get(`/owners`);
  const { now } = (await answer.json()) as { now: string };
  const entries = await staff.page<Entry[]>(`/owners/api/waiting_list?date=${date}`);
  const ends = entries.find(({ customer_name }) => customer_name === "即時 待子")?.offer_ends_at ?? "";
  const minutes = (Date.parse(ends) - Date.parse(now)) / 60_000;
  expect(minutes).toBeGreaterThan(50);
  expect(minutes).toBeLessThanOrEqual(60);
  await pane.getByRole("button", { name: "閉じる" }).click();
  await expect(pane).toBeHidden();
  await line.close();
  await staff.close();
});

interface Day {
  inventory_groups: { uid: string; inventory_items: { uid: string; label: string }[] }[];
  courses: { id: number; uid: string; operation: string }[];
}

interface Slot {
  online_stocks: { inventory_item: { label: string } }[];
}

/** Records a dinner at seat C1 by phone, and returns its uid. */
async function bookFirstSeat(staff: Staff, date: string, customerUid: string): Promise<string> {
  const { inventory_groups: groups, courses } = await staff.page<Day>(`/owners/daily_calendars/${date}`);
  const group = groups.find(({ inventory_items }) => inventory_items.some(({ label }) => label === "C1"));
  const booked = await staff.write<{ uid: string }>("POST", "/owners/api/offline_reservations", {
    guests_count: 1,
    course_uid: courses.find(({ operation }) => operation === "dinner")?.uid,
    inventory_group_uid: group?.uid,
    inventory_item_uids: group?.inventory_items.filter(({ label }) => label === "C1").map(({ uid }) => uid),
    operation: "dinner",
    starts_at: `${date}T19:00`,
    ends_at: `${date}T21:00`,
    internal_memo: "",
    offline_customer_uid: customerUid,
  });
  return booked.uid;
}

test("freed seats name a waiting party, whose guest gets the offer by text message", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const { staff, date } = await staffOnEmptyDay(page, baseURL, freeDay, SUSHI);
  const { localNumber } = unusedContact();
  const guest = await staff.write<{ uid: string }>("POST", "/owners/api/customers", {
    customer: { type: "OfflineCustomer", nickname: "電話 待子", phone_local_number: localNumber },
  });
  const booking = await bookFirstSeat(staff, date, guest.uid);
  // The party needs the whole counter.
  const entry = { customer_uid: guest.uid, date, starts_from: "19:00", starts_till: "19:30", guests_count: 8 };
  await staff.write("POST", "/owners/api/waiting_list", entry);
  await openDay(page, date, SUSHI);
  const party = page.getByRole("region", { name: "空席待ち" }).getByRole("listitem").filter({ hasText: "電話 待子" });
  await expect(party).toContainText("空きなし");
  const headers = { "X-CSRF-Token": (await staff.api.get("/owners")).headers()["x-csrf-token"] ?? "" };
  const deleted = await staff.api.delete(`/owners/api/offline_reservations/${booking}`, { headers });
  expect(deleted.status(), await deleted.text()).toBe(200);
  await expect(page.getByText(/^席が空きました：電話 待子様 8名 19:00 カウンター C1・C2/)).toBeVisible();
  await checkAccessibility(page);

  await party.getByRole("button", { name: "SMS・メールで案内できるようにする" }).click();
  const contact = page.getByRole("dialog", { name: "SMS・メールで案内できるようにする" });
  await expect(contact.getByRole("textbox").first()).toHaveValue(`0${localNumber}`);
  await contact.getByRole("checkbox", { name: /了承を得ました/ }).check();
  await checkAccessibility(page);
  await contact.getByRole("button", { name: "登録して案内へ進む" }).click();
  const giving = page.getByRole("dialog", { name: "席を確保して案内を送る" });
  await giving.getByRole("button", { name: "席を確保して案内を送る" }).click();
  await expect(party).toContainText("案内中 19:00");
  const texts = async () => {
    const inbox = await page.request.get("/dev/inbox", {
      params: { to: `+81${localNumber}` },
      headers: { Accept: "application/json" },
    });
    return ((await inbox.json()) as { messages: unknown[] }).messages.length;
  };
  await expect.poll(texts, "the text message is sent").toBeGreaterThan(0);
  await staff.close();
});

// G308
test("seats of a withdrawn offer are opened on the web again", async ({ page, baseURL, freeDay }) => {
  const { staff, date } = await staffOnEmptyDay(page, baseURL, freeDay, SUSHI);
  const { inventory_groups: groups, courses } = await staff.page<Day>(`/owners/daily_calendars/${date}`);
  const counter = groups.find(({ inventory_items }) => inventory_items.some(({ label }) => label === "C1"));
  const seats = (counter?.inventory_items ?? []).filter(({ label }) => ["C1", "C2", "C3"].includes(label));
  const dinners = courses.filter(({ operation }) => operation === "dinner");
  const slot = await staff.write<{ uid: string }>("POST", "/owners/api/online_stock_groups", {
    online_stock_group: {
      date,
      guests_counts: [1, 2],
      course_ids: dinners.slice(0, 1).map(({ id }) => id),
      inventory_group_uid: counter?.uid,
      inventory_item_uids: seats.map(({ uid }) => uid),
      times: [{ start_time: "19:00", end_time: "21:00" }],
    },
  });
  const onTheWeb = async () => {
    const { online_stocks: stocks } = await staff.page<Slot>(`/owners/api/online_stock_groups/${slot.uid}`);
    return stocks.map(({ inventory_item }) => inventory_item.label).toSorted();
  };
  expect(await onTheWeb()).toEqual(["C1", "C2", "C3"]);
  const guest = await staff.write<{ uid: string }>("POST", "/owners/api/customers", {
    customer: { type: "InvitedCustomer", nickname: "再開 待子", invitation_email: "saikai@example.jp" },
  });
  const entry = { customer_uid: guest.uid, date, starts_from: "19:00", starts_till: "20:00", guests_count: 2 };
  await staff.write("POST", "/owners/api/waiting_list", entry);
  const list = `/owners/api/waiting_list?date=${date}`;
  const [waiting] = await staff.page<{ uid: string }[]>(list);
  await staff.write("POST", `/owners/api/waiting_list/${waiting?.uid}/seats`, {
    start_time: "19:00",
    inventory_group_uid: counter?.uid,
    inventory_item_uids: seats.slice(0, 2).map(({ uid }) => uid),
  });
  expect(await onTheWeb(), "the offer takes its seats off the web").toEqual(["C3"]);

  await openDay(page, date, SUSHI);
  const party = page.getByRole("region", { name: "空席待ち" }).getByRole("listitem").filter({ hasText: "再開 待子" });
  await expect(party).toContainText("案内中 19:00");
  const [offered] = await staff.page<{ reservation_uid: string }[]>(list);
  const headers = { "X-CSRF-Token": (await staff.api.get("/owners")).headers()["x-csrf-token"] ?? "" };
  const invitation = `/owners/api/invited_reservations/${offered?.reservation_uid}`;
  const withdrawn = await staff.api.delete(invitation, { headers });
  expect(withdrawn.ok(), await withdrawn.text()).toBe(true);
  await expect(party).toContainText("19:00 C1・C2の案内");
  await expect(party).toContainText("取り下げました");
  await expect(party).toContainText("この席はWebに公開されていません。");
  expect(await onTheWeb(), "never by itself").toEqual(["C3"]);
  await checkAccessibility(page);

  const reopen = party.getByRole("button", { name: "Webに再公開する" });
  await reopen.click();
  await expect(page.getByText("席をWebに再公開しました。")).toBeVisible();
  await expect(reopen).toHaveCount(0);
  await expect(party).not.toContainText("この席はWebに公開されていません。");
  expect(await onTheWeb()).toEqual(["C1", "C2", "C3"]);
  await staff.close();
});

test("a waiting party is changed, next to what a colleague has saved meanwhile", async ({ page, baseURL, freeDay }) => {
  const { staff, date } = await staffOnEmptyDay(page, baseURL, freeDay, SUSHI);
  const guest = await staff.write<{ uid: string }>("POST", "/owners/api/customers", {
    customer: { type: "InvitedCustomer", nickname: "変更 待子", invitation_email: "henko@example.jp" },
  });
  const entry = { customer_uid: guest.uid, date, starts_from: "19:00", starts_till: "20:00", guests_count: 2 };
  const added = await staff.write<{ data: { uid: string } }>("POST", "/owners/api/waiting_list", entry);
  await openDay(page, date, SUSHI);
  const party = page.getByRole("region", { name: "空席待ち" }).getByRole("listitem").filter({ hasText: "変更 待子" });
  await party.getByRole("button", { name: "変更 待子：空席待ちの内容を変更" }).click();
  const dialog = page.getByRole("dialog", { name: "空席待ちの内容を変更" });
  await expect(dialog.getByLabel("いつまで待つか"), "until the latest start").toHaveValue("");
  await dialog.getByLabel("人数").fill("3");
  await dialog.getByLabel("開始（遅くて）").selectOption("20:30");
  await checkAccessibility(page);

  await staff.write("PUT", `/owners/api/waiting_list/${added.data.uid}`, { guests_count: 4 });
  await dialog.getByRole("button", { name: "保存する" }).click();
  const conflict = dialog.getByRole("alert", { name: "ほかのスタッフが「人数」を変更しました" });
  await expect(conflict).toContainText("4");
  await checkAccessibility(page);
  await conflict.getByRole("button", { name: "自分の入力を残す" }).click();
  await dialog.getByRole("button", { name: "保存する" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(party).toContainText("19:00–20:30");
  const [saved] = await staff.page<{ guests_count: number }[]>(`/owners/api/waiting_list?date=${date}`);
  expect(saved?.guests_count).toBe(3);
  await staff.close();
});
