import type { Browser, Locator, Page } from "@playwright/test";
import { signInAsAdmin } from "../../support/admin";
import { checkAccessibility } from "../../support/axe";
import type { Diner } from "../../support/diner";
import { Staff } from "../../support/staff";
import { CARDS, chooseSeat, proceedToReview, tickEverything } from "../../support/steps";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";
import { words } from "../../support/words";

const SLUG = "tempura-soon";
/**
 * Seconds from the time at which the diners join to the opening, in which the pages are checked. Earlier than ten
 * minutes before an opening, the page of a new booking has no dates, and leads to the restaurant's page.
 */
const EARLY = 300;
/** A waiting page asks again after at most 18 seconds. */
const POLLED = { timeout: 40_000 };

const ja = {
  room: "待合室",
  join: "待合室に入る",
  leave: "順番待ちをやめる",
  waiting: "待合室に入りました。順番が決まるまでお待ちください。",
  waitingTab: /^順番待ち – /,
  queued: "順番をお待ちください。",
  turn: "順番が来ました。ご予約いただけます。",
  turnTab: /^順番が来ました – /,
  seat: /檜カウンター 18:00/,
  refusal: "この日のご予約は、待合室の順番どおりにご案内しています。待合室に入って、順番をお待ちください。",
};

const en: typeof ja = {
  room: "Waiting room",
  join: "Join the waiting room",
  leave: "Leave the waiting room",
  waiting: "You are in the waiting room. Please wait until your place is drawn.",
  waitingTab: /^Waiting – /,
  queued: "Please wait for your turn.",
  turn: "It is your turn. You can book now.",
  turnTab: /^Your turn – /,
  seat: /Hinoki counter 18:00/,
  refusal: "This date is booked in the order of the waiting room. Please join it and wait for your turn.",
};

const texts = { ja, en };
type Locale = keyof typeof texts;

interface Restaurant {
  restaurant: { online_starts_at: string };
}

/** A diner's window on the page of the new booking. */
class DinerWindow {
  readonly w: typeof ja;

  constructor(
    readonly page: Page,
    readonly locale: Locale,
  ) {
    this.w = texts[locale];
  }

  static async open(browser: Browser, diner: Diner, locale: Locale, width: number, baseURL = ""): Promise<DinerWindow> {
    const context = await browser.newContext({ baseURL, viewport: { width, height: 900 } });
    await diner.enter(context);
    const window = new DinerWindow(await context.newPage(), locale);
    await window.page.goto(`/${locale}/r/${SLUG}/reservations/new`);
    return window;
  }

  get room() {
    return this.page.getByRole("region", { name: this.w.room });
  }

  /** The room of the opening at this time, if there are several. */
  roomOf(time: string) {
    return this.page.getByRole("region", { name: new RegExp(`^${this.w.room}.*${time}`) });
  }

  async expectState(text: string, tab: RegExp, room = this.room): Promise<void> {
    await expect(room.getByRole("status").filter({ hasText: text })).toBeVisible(POLLED);
    await expect(this.page).toHaveTitle(tab);
  }

  async join(room: Locator = this.room): Promise<void> {
    await room.getByRole("button", { name: this.w.join, exact: true }).click();
    await this.expectState(this.w.waiting, this.w.waitingTab, room);
  }

  /** The page is accessible and fits the window. */
  async expectValid(): Promise<void> {
    await isAtMostWide(this.page, this.page.viewportSize()?.width ?? 0);
    await checkAccessibility(this.page);
  }

  /**
   * Chooses seats on the last free day of the month. The page is read again, because its clock does not follow the
   * demo's.
   */
  async choose(): Promise<void> {
    const { page, locale } = this;
    await page.reload();
    await expect(page.getByRole("grid")).toHaveAttribute("aria-busy", "false");
    await page.getByRole("gridcell").getByRole("button", { name: words[locale].available }).last().click();
    await chooseSeat(page, this.w.seat, words[locale]);
  }
}

/** Switches the waiting room on or off. The session of an earlier change may have expired. */
async function switchWaitingRoom(baseURL: string, has_waiting_room: boolean): Promise<void> {
  const staff = await Staff.signedIn(baseURL);
  await staff.patch(`/owners/api/waiting_rooms/${SLUG}`, { waiting_room: { has_waiting_room } });
  await staff.close();
}

/** Makes a write of the signed-in admin without a page. */
async function writeAsAdmin(page: Page, path: string, data: object): Promise<void> {
  const form = await page.request.get(`/admin/restaurants/${SLUG}`, { headers: { Accept: "application/json" } });
  const headers = { Accept: "application/json", "X-CSRF-Token": form.headers()["x-csrf-token"] ?? "" };
  const answer = await page.request.post(path, { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Closes online booking until an opening in five days, as an admin does in the list of restaurants. */
async function planOpening(page: Page): Promise<void> {
  await signInAsAdmin(page);
  const headers = { Accept: "application/json" };
  const form = await page.request.get(`/admin/restaurants/${SLUG}`, { headers });
  const { data } = (await form.json()) as { data: { restaurant: { operation: { id: number } } } };
  const operation = data.restaurant.operation.id;
  await writeAsAdmin(page, `/admin/restaurants/set_osa?operation_id=${operation}&type=5days&from=new_future`, {});
}

/** G300: from joining over a reload and the draw to the booking, and the refusal without a turn, which offers a place. */
test("diners wait in front of an opening, and book when it is their turn", async ({
  page,
  browser,
  guest,
  fresh,
  baseURL,
  clock,
  afterwards,
}) => {
  test.setTimeout(240_000);
  const change = (isOn: boolean) => switchWaitingRoom(baseURL ?? "", isOn);
  afterwards(() => change(false));
  await change(true);
  await planOpening(page);
  const { online_starts_at } = (await guest.page<Restaurant>(`/r/${SLUG}`)).restaurant;
  const untilOpening = async () => (Date.parse(online_starts_at) - (await clock.now())) / 1000;
  await clock.advance((await untilOpening()) - EARLY);

  const diners = [await fresh(), await fresh({ locale: "en" }), await fresh({ locale: "en" })] as const;
  await diners[0].registerCard(CARDS.plain);
  const first = await DinerWindow.open(browser, diners[0], "ja", 390, baseURL);
  const second = await DinerWindow.open(browser, diners[1], "en", 1440, baseURL);
  for (const window of [first, second]) {
    await window.join();
    await window.expectValid();
  }
  await first.page.reload();
  await first.expectState(first.w.waiting, first.w.waitingTab);

  // The list closes two seconds after the opening; the order is drawn when the beacon's round is published.
  const listHead = async () => {
    const answer = await diners[0].get(`/users/api/waiting_rooms/${SLUG}`);
    return ((await answer.json()) as { waiting_room: { list_head: string | null } }).waiting_room.list_head;
  };
  await clock.advance((await untilOpening()) + 3);
  await expect.poll(listHead).not.toBeNull();
  await clock.advance(20);
  for (const window of [first, second]) {
    await window.expectState(window.w.turn, window.w.turnTab);
    await expect(window.room.getByRole("timer")).toBeVisible();
    await window.expectValid();
  }

  await first.choose();
  await proceedToReview(first.page);
  await tickEverything(first.page);
  await first.page.getByRole("button", { name: words.ja.complete }).click();
  await expect(first.page).toHaveURL(/\/users\/reservations\//);
  await second.choose();
  await proceedToReview(second.page, words.en);

  const without = await DinerWindow.open(browser, diners[2], "en", 390, baseURL);
  await without.choose();
  await without.page.getByRole("button", { name: words.en.proceed }).click();
  const refusal = without.page.getByRole("alertdialog", { name: without.w.refusal });
  await refusal.getByRole("button", { name: without.w.join, exact: true }).click();
  await expect(refusal).toBeHidden();
  await expect(without.room.getByRole("heading", { name: without.w.room })).toBeFocused();
  await expect(without.room.getByRole("button", { name: without.w.leave, exact: true })).toBeVisible();
  await without.expectValid();
  for (const { page: own } of [first, second, without]) await own.context().close();
});

const DAY = 86_400_000;

/** G301: a place in each of two rooms. Today, the only day behind the first opening, has no seats any more. */
test("diners wait in front of two close openings", async ({
  page,
  browser,
  guest,
  fresh,
  baseURL,
  clock,
  afterwards,
}) => {
  test.setTimeout(240_000);
  const diner = await fresh();
  const { online_starts_at } = (await guest.page<Restaurant>(`/r/${SLUG}`)).restaurant;
  const untilStart = (Date.parse(online_starts_at) - (await clock.now())) / 1000;
  if (untilStart > 0) await clock.advance(untilStart);
  await clock.goTo("10:00");
  const now = await clock.now();
  const dayAfter = (days: number) =>
    new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Tokyo", dateStyle: "short" }).format(now + days * DAY);
  const plan = (kind: string, data: object) =>
    writeAsAdmin(page, `/admin/api/r/${SLUG}/${kind}_reservation_round_plans`, data);
  afterwards(async () => {
    await switchWaitingRoom(baseURL ?? "", false);
    await signInAsAdmin(page);
    await plan("forever", {});
  });
  await signInAsAdmin(page);
  const today = dayAfter(0);
  await plan("custom", {
    reservation_rounds: [
      { effective_at: `${today} 10:05:00`, online_reservable_till: today },
      { effective_at: `${today} 10:10:00`, online_reservable_till: dayAfter(20) },
    ],
  });
  await switchWaitingRoom(baseURL ?? "", true);

  const window = await DinerWindow.open(browser, diner, "ja", 390, baseURL);
  const { w } = window;
  const [first, second] = [window.roomOf("10:05"), window.roomOf("10:10")];
  await window.join(first);
  await window.join(second);
  await window.expectValid();

  // The list closes two seconds after the opening; the order is drawn when the beacon's round is published.
  const listHead = async () => {
    const answer = await guest.get(`/users/api/waiting_rooms/${SLUG}`);
    return ((await answer.json()) as { waiting_room: { list_head: string | null } }).waiting_room.list_head;
  };
  const draw = async (minutes: number) => {
    await clock.advance((now + minutes * 60_000 - (await clock.now())) / 1000 + 3);
    await expect.poll(listHead).not.toBeNull();
    await clock.advance(20);
  };
  await draw(5);
  await window.expectState(w.queued, w.waitingTab, first);
  await expect(second.getByRole("status").filter({ hasText: w.waiting })).toBeVisible();
  await draw(10);
  await window.expectState(w.turn, w.turnTab, second);
  await expect(first.getByRole("status").filter({ hasText: w.queued })).toBeVisible();
  await window.expectValid();
  await window.choose();
  await proceedToReview(window.page);
  await window.page.context().close();
});
