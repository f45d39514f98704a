import type { Locator, Page } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import { Line, CONNECTION_IS_BACK, ignoreOfflineErrors } from "../../support/connection";
import { Staff, laterThan, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";

test.use({ serviceWorkers: "allow" });

interface Item {
  uid: string;
  title: string;
  calendar_item_type: string;
  status: string;
  is_walk_in: boolean;
  start_time: string;
  end_time: string;
  inventory_item_uids: string[];
  service: { state: string | null; arrived_at: string | null; seated_at: string | null };
}
interface Day {
  items: Item[];
  courses: { uid: string; operation: string }[];
  inventory_groups: { uid: string; inventory_items: { uid: string; label: string }[] }[];
}
interface Seat {
  label: string;
  uid: string;
  group: string;
}

function sits({ calendar_item_type: type, status }: Item): boolean {
  return /Reservation|Pending/.test(type) && status !== "void";
}

/** A day as staff see it over HTTP, and a colleague's changes to it meanwhile. */
class Colleague {
  constructor(
    private readonly staff: Staff,
    private readonly date: string,
  ) {}

  day(): Promise<Day> {
    return this.staff.page<Day>(`/owners/daily_calendars/${this.date}`);
  }

  async item(uid: string): Promise<Item | undefined> {
    return (await this.day()).items.find((item) => item.uid === uid);
  }

  /** Seats of one place each that are free from 18:30 to 20:00. */
  async freeSeats(): Promise<Seat[]> {
    const { items, inventory_groups: groups } = await this.day();
    const evening = items.filter((item) => sits(item) && item.start_time < "20:00" && item.end_time > "18:30");
    const taken = new Set(evening.flatMap((item) => item.inventory_item_uids));
    const counter = groups[0];
    return (counter?.inventory_items ?? [])
      .filter(({ uid }) => !taken.has(uid))
      .map(({ label, uid }) => ({ label, uid, group: counter?.uid ?? "" }));
  }

  private async post(path: string, data: object): Promise<{ uid: string }> {
    const token = (await this.staff.api.get("/owners")).headers()["x-csrf-token"] ?? "";
    const answer = await this.staff.api.post(path, { data, headers: { "X-CSRF-Token": token } });
    expect(answer.status(), await answer.text()).toBe(201);
    const body = (await answer.json()) as { uid?: string; data?: { uid: string } };
    return { uid: body.uid ?? body.data?.uid ?? "" };
  }

  async book(name: string, seat: Seat): Promise<string> {
    const profile = { nickname: name, phone_country: "JP", phone_local_number: "" };
    const customer = { type: "OfflineCustomer", profile_attributes: profile };
    const { uid } = await this.post("/owners/api/customers", { customer });
    const { courses } = await this.day();
    const made = await this.post("/owners/api/offline_reservations", {
      guests_count: 1,
      course_uid: courses.find(({ operation }) => operation === "dinner")?.uid,
      inventory_group_uid: seat.group,
      inventory_item_uids: [seat.uid],
      operation: "dinner",
      starts_at: `${this.date}T18:30`,
      ends_at: `${this.date}T20:00`,
      internal_memo: "",
      offline_customer_uid: uid,
    });
    return made.uid;
  }

  async walkIn(seat: Seat): Promise<string> {
    const body = { guests_count: 1, inventory_group_uid: seat.group, inventory_item_uids: [seat.uid] };
    return (await this.post("/owners/api/walk_ins", body)).uid;
  }

  async note(uid: string, state: string): Promise<void> {
    await this.staff.write("PUT", `/owners/api/reservations/${uid}/service_state`, { state });
  }
}

const bar = (page: Page) => page.getByRole("alert").filter({ hasText: /通信が切れています・最終更新 \d\d:\d\d/ });
const unsent = (page: Page) => page.getByRole("dialog", { name: "未送信の記録" });
const blockOf = (page: Page, name: string | RegExp) =>
  page.getByRole("grid").locator("[data-item]").and(page.getByRole("button", { name }));

async function seatWalkIn(page: Page, seat: Seat): Promise<void> {
  const free = page.getByRole("grid").getByRole("gridcell", { name: new RegExp(`^${seat.label} 18:30 空席`) });
  await free.click({ position: { x: 40, y: 45 } });
  await page.getByRole("button", { name: "ウォークイン 1名", exact: true }).click();
}

async function press(page: Page, block: Locator, ...steps: string[]): Promise<void> {
  await block.click();
  const pane = page.getByRole("complementary");
  for (const step of steps) {
    await pane.getByRole("button", { name: new RegExp(`^${step}`) }).click();
    await expect(pane.getByRole("button", { name: new RegExp(`^${step}`), pressed: true })).toBeVisible();
  }
  await pane.getByRole("button", { name: "閉じる" }).click();
}

/** How much this browser keeps. */
function keptBy(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((done, fail) => {
      const opening = indexedDB.open("seki_owner");
      opening.addEventListener("success", () => done(opening.result));
      opening.addEventListener("error", () => fail(opening.error ?? new Error("no database")));
    });
    const count = (name: string) =>
      new Promise<number>((done) => {
        const counting = database.transaction(name).objectStore(name).count();
        counting.addEventListener("success", () => done(counting.result));
      });
    const counts = [await count("days"), await count("notes")];
    database.close();
    return counts;
  });
}

test("a service continues offline, and none of it is lost, forced or repeated", async ({
  page,
  context,
  baseURL,
  complaints,
  clock,
}) => {
  test.setTimeout(400_000);
  await clock.goTo("18:33");
  const staff = await Staff.signedIn(baseURL ?? "");
  const today = laterThan(await tomorrowOf(staff, SUSHI), -1);
  const colleague = new Colleague(staff, today);
  const [forOne, forOther, forWalkIn, forRival, ...rest] = await colleague.freeSeats();
  if (!forOne || !forOther || !forWalkIn || !forRival || rest.length === 0) throw new Error("too few free seats");
  const one = await colleague.book("回線 一", forOne);
  const other = await colleague.book("回線 二", forOther);
  // The page has a separate session, which signs out at the end.
  const own = await Staff.signedIn(baseURL ?? "");
  await own.enter(context);
  const line = await Line.to(baseURL ?? "");
  const address = `${line.url}/owners/daily_calendars/${today}`;
  await page.goto(`${address}?owners_restaurant_slug=${SUSHI}`);
  await expect(page.locator("[data-live=true]")).toBeVisible();
  await page.getByRole("button", { name: "フロア", exact: true }).click();
  await expect(page.getByRole("group", { name: "フロアの席" })).toBeVisible();
  await page.getByRole("button", { name: "表", exact: true }).click();
  await expect(page.getByRole("grid")).toBeVisible();
  const workers = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).filter(({ active }) => active).length);
  await expect.poll(workers, "one for days, one for floors").toBe(2);
  await page.getByRole("button", { name: "現在時刻へ" }).click();
  const place = () => page.getByRole("grid").evaluate((grid) => grid.getBoundingClientRect().y + window.scrollY);
  const before = await place();

  await test.step("notes are recorded, and shown immediately", async () => {
    line.break();
    await expect(bar(page)).toBeVisible();
    expect(await place(), "the grid stays under the finger").toBe(before);
    await expect(page.getByRole("button", { name: "席を探して予約" })).toBeDisabled();
    await expect(page.getByRole("button", { name: "空席待ちに追加" })).toBeDisabled();
    await expect(page.getByRole("button", { name: "フロア", exact: true })).toBeEnabled();
    await press(page, blockOf(page, /回線 一/), "来店");
    await page.getByRole("button", { name: "回線 一：着席にする" }).click();
    await press(page, blockOf(page, /回線 二/), "着席");
    await seatWalkIn(page, forWalkIn);
    await expect(blockOf(page, /ウォークイン.*未送信/)).toHaveCount(1);
    await seatWalkIn(page, forRival);
    await expect(blockOf(page, /ウォークイン.*未送信/)).toHaveCount(2);
    await expect(blockOf(page, /回線 一.*未送信.*着席 18:3\d/)).toBeVisible();
    expect(await place(), "nor does it move later").toBe(before);
    await checkAccessibility(page);
    await page.screenshot({ path: test.info().outputPath("away.png") });
  });

  await test.step("a reloaded page shows all notes", async () => {
    await page.reload();
    await expect(bar(page)).toBeVisible();
    await expect(blockOf(page, /回線 一.*未送信.*着席 18:3\d/)).toBeVisible();
    await expect(blockOf(page, /ウォークイン.*未送信/)).toHaveCount(2);
    const tab = await context.newPage();
    await tab.goto(address);
    await expect(bar(tab)).toBeVisible();
    await expect(blockOf(tab, /ウォークイン.*未送信/)).toHaveCount(2);
    await tab.setViewportSize({ width: 390, height: 844 });
    await tab.screenshot({ path: test.info().outputPath("away-phone.png") });
    await press(tab, blockOf(tab, /ウォークイン.*未送信/).first(), "会計");
    await expect(tab.getByRole("button", { name: "未送信 6件" })).toBeVisible();
    await expect(page.getByRole("button", { name: "未送信 6件" }), "both windows know").toBeVisible();
    await tab.goto(address.replace("daily_calendars", "floor_plans"));
    await expect(bar(tab), "the floor, reloaded").toBeVisible();
    await expect(
      tab.getByRole("group", { name: "フロアの席" }).getByRole("button", { name: /^C.*回線 一/ }),
    ).toBeVisible();
    await tab.close();
  });

  await test.step("unsent notes are undone", async () => {
    await page.getByRole("button", { name: "未送信 6件" }).click();
    const bill = unsent(page).getByRole("listitem", { name: /^会計：/ });
    await expect(unsent(page).getByRole("listitem")).toHaveCount(6);
    await checkAccessibility(page);
    await page.screenshot({ path: test.info().outputPath("list.png") });
    await bill.getByRole("button", { name: "この記録を取り消す" }).click();
    await expect(unsent(page).getByRole("listitem")).toHaveCount(5);
    await unsent(page).getByRole("button", { name: "閉じる" }).click();
  });

  const rival = await colleague.walkIn(forRival);
  await colleague.note(other, "arrived");
  await clock.advance(1_200);

  await test.step("back online: all notes are sent with their time, and conflicts need a decision", async () => {
    line.restore();
    await expect(page.getByRole("button", { name: "確認する（2件）" })).toBeVisible(CONNECTION_IS_BACK);
    await expect.poll(async () => (await colleague.item(one))?.service.state).toBe("seated");
    const service = (await colleague.item(one))?.service;
    expect(service?.arrived_at).toMatch(/^18:3\d$/);
    expect(service?.seated_at).toMatch(/^18:3\d$/);
    const sent = (await colleague.day()).items
      .filter(({ is_walk_in, inventory_item_uids: seats }) => is_walk_in && seats.includes(forWalkIn.uid))
      .map(({ service: { seated_at } }) => seated_at);
    expect(sent).toEqual([expect.stringMatching(/^18:3\d$/)]);
    expect((await colleague.item(other))?.service.state, "nothing is forced").toBe("arrived");
    await expect(blockOf(page, /回線 二.*未送信・要確認/)).toBeVisible();
    // A colleague's party has its seat.
    await expect(page.getByRole("button", { name: /ウォークイン 未送信・要確認$/ })).toBeVisible();
  });

  await test.step("conflicts are resolved", async () => {
    await page.getByRole("button", { name: "確認する（2件）" }).click();
    const step = unsent(page).getByRole("listitem", { name: /回線 二/ });
    await expect(step).toContainText("現在：来店");
    await checkAccessibility(page);
    await page.screenshot({ path: test.info().outputPath("clash.png") });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: test.info().outputPath("clash-phone.png") });
    await page.setViewportSize({ width: 1440, height: 900 });
    await step.getByRole("button", { name: "この内容で登録する" }).click();
    await expect(step).toHaveCount(0);
    const party = unsent(page).getByRole("listitem", { name: /ウォークイン/ });
    await party.getByRole("group", { name: "別の席を選ぶ" }).getByRole("button").first().click();
    await expect(unsent(page).getByText("未送信の記録はありません。")).toBeVisible();
    await unsent(page).getByRole("button", { name: "閉じる" }).click();
    const decided = (await colleague.item(other))?.service;
    expect([decided?.state, decided?.seated_at?.slice(0, 4)]).toEqual(["seated", "18:3"]);
    const parties = (await colleague.day()).items.filter(({ is_walk_in, uid }) => is_walk_in && uid !== rival);
    expect(parties.filter(({ service }) => service.seated_at?.startsWith("18:3")).length).toBe(2);
  });

  await test.step("an offline browser is offline although its stream is alive, and undoes its notes", async () => {
    await context.setOffline(true);
    await expect(bar(page)).toBeVisible();
    await press(page, blockOf(page, /回線 二/), "会計");
    await expect(page.getByRole("button", { name: "未送信 1件" })).toBeVisible();
    await page.getByRole("button", { name: "元に戻す" }).click();
    await expect(page.getByRole("button", { name: "未送信 1件" })).toHaveCount(0);
    await expect(bar(page)).toBeVisible();
    await context.setOffline(false);
    await expect(bar(page)).toHaveCount(0);
  });

  await test.step("signing out asks while notes are unsent, and erases all of them", async () => {
    line.break();
    await expect(bar(page)).toBeVisible();
    await press(page, blockOf(page, /回線 一/), "会計");
    await colleague.note(one, "left");
    line.restore();
    await expect(page.getByRole("button", { name: "確認する（1件）" })).toBeVisible(CONNECTION_IS_BACK);
    expect(await keptBy(page)).toEqual([1, 1]);
    await page.getByRole("button", { name: "アカウント" }).click();
    await page.getByRole("button", { name: "ログアウト" }).click();
    const question = page.getByRole("alertdialog", { name: "未送信の記録があります" });
    await expect(question).toContainText("未送信の記録1件");
    await question.getByRole("button", { name: "OK" }).click();
    await expect(page).toHaveURL(/sign_in/);
    expect(await keptBy(page)).toEqual([0, 0]);
    line.break();
    await page.goto(address);
    await expect(page.getByText("つながりしだい、自動でこのページを表示します。")).toBeVisible();
    await expect(page.getByText("回線 一")).toHaveCount(0);
  });
  await page.goto("about:blank");
  ignoreOfflineErrors(complaints);
  await line.close();
  await own.close();
  await staff.close();
});
