import type { Page } from "@playwright/test";
import { signInAsAdmin } from "../../support/admin";
import { checkAccessibility } from "../../support/axe";
import { Diner } from "../../support/diner";
import { CARDS, proceedToReview, tickEverything } from "../../support/steps";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";
import { words } from "../../support/words";

const SLUG = "sushi-kagura";
const DAY = 86_400;

interface RestaurantData {
  raffle: { uid: string; registerable_till: string; prrList: { effective_at: string }[] };
}

const ja = {
  enter: "抽選に応募する",
  title: "抽選",
  about: "抽選とは",
  more: "応募口数を増やすには",
  question: "苦手な食材はありますか。",
  send: "回答を送る",
  thanks: "ご回答ありがとうございました。",
  apply: "応募する",
  special: "お気に入りに追加しました",
  taken: "応募を受け付けました。",
  receipt: "応募の控え（1口）",
  favourite: "お気に入り登録済み",
  again: "応募状況を見る・もう一度応募する",
  applied: "応募済み",
  countdown: /次の応募まで (24時間00分00秒|23時間59分\d\d秒)/,
  check: "抽選の結果を検証する",
  yours: "応募した抽選と結果を見る",
  won: "当選しました。",
  wait: "優先予約の受付開始までお待ちください。",
  drawn: "抽選は終了しました。",
  manualCheck: "計算で確かめる手順",
  heads: "応募の控えの値",
  verify: "検証する",
  holds: /^すべて一致しました。/,
  unseen: "控えの値が、公開された一覧にありません。",
  book: "優先予約へ進む",
};

const en: typeof ja = {
  enter: "Enter the raffle",
  title: "Raffle",
  about: "What is a raffle?",
  more: "How to get more entries",
  question: "苦手な食材はありますか。",
  send: "Send answers",
  thanks: "Thank you for your answers.",
  apply: "Enter",
  special: "Added to your favourites",
  taken: "Your entry was received.",
  receipt: "Receipt of your 1 entry",
  favourite: "In your favourites",
  again: "See your entries or enter again",
  applied: "Entered",
  countdown: /Next entry in (24 h 00 min 00 s|23 h 59 min \d\d s)/,
  check: "Check the draw",
  yours: "See your raffles and their results",
  won: "You have won.",
  wait: "Please wait until priority booking opens.",
  drawn: "The draw has taken place.",
  manualCheck: "How to check a draw yourself",
  heads: "Values of your receipts",
  verify: "Check",
  holds: /^Everything matches:/,
  unseen: "A value of your receipts is not in the published list.",
  book: "Book with priority",
};

/** Two winners, each in a window of one width; full pages are also checked at the other's width. */
const VISITORS = [
  { lang: "ja", width: 1440, other: 390 },
  { lang: "en", width: 390, other: 1440 },
] as const;

type Visitor = (typeof VISITORS)[number];

async function sits(page: Page, diner: Diner, { width }: Visitor): Promise<void> {
  await page.context().clearCookies();
  await page.setViewportSize({ width, height: 900 });
  await diner.enter(page.context());
}

/** The page is accessible and fits, at both widths. */
async function expectValid(page: Page, { width, other }: Visitor): Promise<void> {
  for (const each of [other, width]) {
    await page.setViewportSize({ width: each, height: 900 });
    await isAtMostWide(page, each);
    await checkAccessibility(page);
  }
}

/** Enters the raffle; answers the value on the receipt. */
async function takePart(page: Page, diner: Diner, visitor: Visitor): Promise<string> {
  const w = { ja, en }[visitor.lang];
  const restaurant = `/${visitor.lang}/r/${SLUG}`;
  await page.context().clearCookies();
  await page.goto(restaurant);
  await page.getByRole("button", { name: w.enter }).click();
  await expect(page, "a visitor signs in first").toHaveURL(/\/users\/sign_in/);
  await sits(page, diner, visitor);
  await page.goto(restaurant);
  await page.getByRole("button", { name: w.enter }).click();
  const dialog = page.getByRole("dialog", { name: w.title });
  await expect(dialog.getByRole("link", { name: w.about })).toHaveAttribute("href", /\/raffle$/);
  await expect(dialog.getByRole("link", { name: w.more })).toHaveAttribute("href", /\/raffle\/bulk_entry$/);
  const frame = dialog.frameLocator("iframe");
  await frame.getByLabel(w.question).fill("貝");
  await frame.getByRole("button", { name: w.send }).click();
  await expect(frame.getByText(w.thanks)).toBeVisible();
  await dialog.getByRole("button", { name: w.apply, exact: true }).click();
  const special = page.getByRole("dialog", { name: w.taken });
  await expect(special.getByRole("heading", { name: w.special })).toBeVisible();
  await expect(special.getByText(w.receipt)).toBeVisible();
  // F091: closing the dialog reloads the page, on which the restaurant is a favourite now.
  await page.evaluate(() => document.body.setAttribute("data-before-reload", ""));
  const reloaded = page.waitForEvent("load");
  await special.getByRole("button", { name: words[visitor.lang].close }).last().click();
  await reloaded;
  await expect(page.locator("body")).not.toHaveAttribute("data-before-reload");
  await expect(page.getByRole("button", { name: w.favourite, pressed: true })).toBeVisible();

  await page.getByRole("button", { name: w.again }).click();
  await expect(dialog.getByRole("button", { name: w.applied, exact: true })).toBeDisabled();
  await expect(dialog.getByRole("timer")).toHaveText(w.countdown);
  await dialog.getByText(w.receipt).click();
  const head = await dialog.locator("code").innerText();
  await expectValid(page, visitor);
  return head;
}

/** Finds that it has won, and checks the draw by the receipt. */
async function checkDraw(page: Page, visitor: Visitor, uid: string, head: string): Promise<void> {
  const w = { ja, en }[visitor.lang];
  await page.goto(`/${visitor.lang}/r/${SLUG}`);
  await expect(page.getByRole("link", { name: w.check })).toBeVisible();
  await page.goto(`/${visitor.lang}/raffle`);
  await page.getByRole("link", { name: w.yours }).click();
  await expect(page.getByText(w.won)).toBeVisible();
  await expect(page.getByText(w.wait)).toBeVisible();
  await expectValid(page, visitor);
  await page.getByRole("link", { name: w.check }).click();
  await expect(page.getByText(w.drawn, { exact: true }), "the proof is the same for all diners").toBeVisible();
  await page.getByText(w.manualCheck).click();
  await expect(page.getByText(`"${uid}:2:`)).toBeVisible();
  await page.getByLabel(w.heads).fill(head);
  await page.getByRole("button", { name: w.verify, exact: true }).click();
  await expect(page.getByText(w.holds)).toBeVisible();
  await expectValid(page, visitor);
  await page.getByLabel(w.heads).fill(head.replace(/^./, (digit) => (digit === "0" ? "1" : "0")));
  await page.getByRole("button", { name: w.verify, exact: true }).click();
  await expect(page.getByText(w.unseen)).toBeVisible();
}

/** Picks the first free day that only winners can book yet, and returns it. */
async function pickPriorityDay(page: Page, openTill: string, { lang }: Visitor): Promise<string> {
  const free = page.getByRole("gridcell").getByRole("button", { name: words[lang].available });
  for (let months = 0; months < 4; months += 1) {
    await expect(page.getByRole("grid")).toHaveAttribute("aria-busy", "false");
    for (const day of await free.all()) {
      const date = (await day.getAttribute("data-date")) ?? "";
      if (date > openTill) {
        await day.click();
        return date;
      }
    }
    await page.getByRole("button", { name: words[lang].nextMonth, exact: true }).click();
  }
  throw new Error(`nothing is free after ${openTill}`);
}

/** Books a day that only winners can book yet. */
async function bookFirst(page: Page, diner: Diner, visitor: Visitor): Promise<void> {
  const w = words[visitor.lang];
  await diner.registerCard(CARDS.plain);
  await sits(page, diner, visitor);
  await page.goto(`/${visitor.lang}/users/preferred`);
  await page.getByRole("link", { name: { ja, en }[visitor.lang].book }).click();
  await expect(page).toHaveURL(/raffle_round_registration_id=\d+/);
  await expect(page.getByRole("grid")).toHaveAttribute("aria-busy", "false");
  const { calendar } = await diner.page<{ calendar: { reservable_till: string; rrp_reservable_till: string } }>(
    new URL(page.url()).pathname + new URL(page.url()).search,
  );
  expect(calendar.reservable_till > calendar.rrp_reservable_till).toBe(true);

  const date = await pickPriorityDay(page, calendar.rrp_reservable_till, visitor);
  await page.getByRole("radio").first().click();
  await page.getByLabel(w.guests, { exact: true }).selectOption("1");
  await proceedToReview(page, w);
  // The last steps are walked in the other window.
  await page.setViewportSize({ width: visitor.other, height: 900 });
  await tickEverything(page);
  await isAtMostWide(page, visitor.other);
  await page.getByRole("button", { name: w.complete }).click();
  await expect(page).toHaveURL(/\/users\/reservations\//);
  await expect(page.getByText(w.day(date)).first()).toBeVisible();
  await isAtMostWide(page, visitor.other);
}

/** F086, F087, F089, F090, F091, F092: from the entry over the draw and its check to the winner's booking. */
test("diners enter a raffle, verify the draw and book before other diners", async ({
  page,
  guest,
  fresh,
  baseURL,
  clock,
}) => {
  test.setTimeout(180_000);
  const { raffle } = await guest.page<RestaurantData>(`/r/${SLUG}`);
  const entries: { visitor: Visitor; email: string; head: string }[] = [];
  for (const visitor of VISITORS) {
    const diner = await fresh({ locale: visitor.lang });
    entries.push({ visitor, email: diner.email, head: await takePart(page, diner, visitor) });
  }

  const till = Date.parse(raffle.registerable_till);
  await clock.advance((till - (await clock.now())) / 1000 + 2);
  await page.context().clearCookies();
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAsAdmin(page);
  await page.goto(`/admin/r/${SLUG}/raffle_rounds/${raffle.uid}`);
  await expect(page.getByText("抽選の予定日時")).toBeVisible();
  await expect(
    page.getByRole("button", { name: "抽選する（2名）" }),
    "not even an admin draws before the beacon's round",
  ).toHaveCount(0);
  await checkAccessibility(page);
  await clock.advance(120);
  const progress = async () => (await guest.page<{ progress: string }>(`/raffle/rounds/${raffle.uid}`)).progress;
  await expect.poll(progress, { message: "the worker draws", timeout: 30_000 }).toBe("drawn");
  await page.reload();
  await expect(page.getByText("抽選済み")).toBeVisible();
  await expect(page.getByText("抽選日時", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "抽選の公開ページ（検証用）" })).toBeVisible();
  await expect(page.getByRole("button", { name: "抽選する（2名）" })).toHaveCount(0);

  for (const { visitor, email, head } of entries) {
    await sits(page, await Diner.signedIn(baseURL ?? "", email), visitor);
    await checkDraw(page, visitor, raffle.uid, head);
  }
  const opens = Date.parse(raffle.prrList[0]?.effective_at ?? "");
  await clock.advance((opens - (await clock.now())) / 1000 + 60);
  expect(await clock.now(), "the clock has moved past the raffle").toBeGreaterThan(till + DAY * 1000);
  for (const { visitor, email } of entries) {
    await bookFirst(page, await Diner.signedIn(baseURL ?? "", email), visitor);
  }
});
