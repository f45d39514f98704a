import { expect } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";
import { PASSWORD } from "./diner";
import type { Diner } from "./diner";
import type { Words } from "./words";
import { words } from "./words";

/** A card that no other diner has, so that its trial is not used up: like `CARDS.plain`, or like `CARDS.asks`. */
export function ownCard(kind: "plain" | "asks"): string {
  const start = kind === "plain" ? "424242" : "40000027";
  const digits = start + String(Math.floor(Math.random() * 10 ** (15 - start.length))).padStart(15 - start.length, "0");
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const weighed = place % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}

export const CARDS = {
  asks: "4000002760003184",
  declined: "4000000000000002",
  plain: "4242424242424242",
  /** Its cardholder disputes every payment. */
  disputed: "4000000000000259",
  /** Can be saved, and is refused when it has to pay. */
  emptyLater: "4000000000000341",
};

/** Opens the menu of small screens where there is one, and answers the menu in use. */
export async function mainMenu(page: Page, w: Words = words.ja): Promise<Locator> {
  const burger = page.getByRole("button", { name: w.menu });
  const menu = page.getByRole("navigation", { name: w.mainMenu }).filter({ visible: true });
  // Before the page is drawn neither is there, and a search for the menu would fail.
  await expect(burger.filter({ visible: true }).or(menu).first()).toBeVisible();
  if (await burger.isVisible()) await burger.click();
  return menu;
}

/**
 * Fills in the sign-up form of a new diner, and verifies the phone number by a call; prefilled fields get the same
 * values.
 */
export async function fillSignUp(
  page: Page,
  guest: Diner,
  { email, localNumber }: { email: string; localNumber: string },
  w: Words = words.ja,
): Promise<void> {
  await page.getByLabel(w.nameLast, { exact: true }).fill("木村");
  await page.getByLabel(w.nameFirst, { exact: true }).fill("葉子");
  await page.getByLabel(w.email).fill(email);
  await page.getByLabel(w.password, { exact: true }).fill(PASSWORD);
  await page.getByLabel(w.phone, { exact: true }).fill(`0${localNumber}`);
  await page.getByRole("button", { name: w.verify }).click();
  await expect(page.getByText(w.waiting)).toBeVisible();
  await guest.call(`+81${localNumber}`);
  await expect(page.getByText(w.verified)).toBeVisible();
  await page.getByLabel(w.prefecture).selectOption(w.tokyo);
  await agreeToTerms(page, w);
}

export async function agreeToTerms(page: Page, w: Words = words.ja): Promise<void> {
  await page.getByRole("region", { name: w.terms }).press("End");
  await page.getByRole("checkbox", { name: w.agree }).check();
}

/** The calendar, once it has been filled in, and the cell of today if it shows that month. */
async function calendarOf(page: Page): Promise<Locator> {
  await expect(page.getByRole("grid")).toHaveAttribute("aria-busy", "false");
  return page.locator("[role=grid] [aria-current=date]");
}

/** Near its end a month has nothing left and the calendar opens on the next: back to the one with today. */
export async function showToday(page: Page): Promise<Locator> {
  const today = await calendarOf(page);
  if (!(await today.isVisible())) await page.getByRole("button", { name: words.ja.previousMonth }).click();
  await expect(today).toHaveCount(1);
  return today;
}

/** Goes to the day's month, today's or one of the next two, and takes the day, which is free. */
export async function pickDay(page: Page, date: string, w: Words = words.ja): Promise<void> {
  await calendarOf(page);
  const grid = page.getByRole("grid");
  const day = grid.locator(`[data-date="${date}"]`);
  for (let months = 0; months < 2 && !(await day.isVisible()); months += 1) {
    const month = (await grid.getAttribute("aria-label")) ?? "";
    await page.getByRole("button", { name: w.nextMonth, exact: true }).click();
    await expect(grid).not.toHaveAttribute("aria-label", month);
    await calendarOf(page);
  }
  await expect(day).toHaveAccessibleName(w.available);
  await day.click();
}

export async function chooseSeat(page: Page, seat: RegExp, w: Words = words.ja): Promise<void> {
  const radio = page.getByRole("radio", { name: seat });
  await radio.click();
  await expect(radio).toBeChecked();
  await page.getByLabel(w.guests, { exact: true }).selectOption(w.two);
}

export async function proceedToReview(page: Page, w: Words = words.ja): Promise<void> {
  await page.getByRole("button", { name: w.proceed }).click();
  await expect(page.getByRole("heading", { level: 1, name: w.reviewTitle })).toBeVisible();
}

export async function tickEverything(page: Page, heading: string | RegExp = /確認事項|Please confirm/): Promise<void> {
  const boxes = page.getByRole("group", { name: heading }).getByRole("checkbox");
  await expect(boxes.first()).toBeVisible();
  for (const box of await boxes.all()) await box.check();
}

export async function fillCard(page: Page, number: string, w: Words = words.ja): Promise<void> {
  await page.getByLabel(w.cardNumber, { exact: true }).fill(number);
  // The demo's clock may be years ahead of the machine's.
  const { now } = (await (await page.request.get(new URL("/dev/clock", page.url()).href)).json()) as { now: string };
  await page.getByLabel(w.cardExpiry).fill(`12${String((Number(now.slice(0, 4)) + 3) % 100).padStart(2, "0")}`);
  await page.getByLabel(w.cardCvc, { exact: true }).fill("123");
  await page.getByLabel(w.cardName).fill("YOKO KIMURA");
}

/** The box of the card's bank: over an amount, or over a card without one. */
export function bankBox(page: Page, over: string | RegExp, w: Words = words.ja): Locator {
  return page.getByRole("dialog", { name: w.challenge }).filter({ hasText: over });
}

export async function answerBank(
  page: Page,
  answer: "pass" | "fail" | "close",
  over: string | RegExp,
  w: Words = words.ja,
): Promise<void> {
  const box = bankBox(page, over, w);
  await box.getByRole("button", { name: w[answer], exact: true }).click();
  await expect(box).toBeHidden();
}
