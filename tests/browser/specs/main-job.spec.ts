import { album } from "../support/album";
import { unusedContact } from "../support/diner";
import {
  answerBank,
  bankBox,
  CARDS,
  chooseSeat,
  fillCard,
  fillSignUp,
  mainMenu,
  pickDay,
  proceedToReview,
  tickEverything,
} from "../support/steps";
import { expect, test } from "../support/test";
import { words } from "../support/words";

// F002, F013, F065, F071, F083
test("a visitor finds a restaurant, signs up, books, pays and gets a confirmation", async ({
  page,
  guest,
  locale,
  freeDay,
}, info) => {
  const w = locale?.startsWith("en") ? words.en : words.ja;
  const picture = album(page, info);
  const who = unusedContact();
  const { email } = who;
  const asDiner = Object.assign(Object.create(guest) as typeof guest, { email });

  await test.step("finds the restaurant from the home page", async () => {
    await page.goto(`/?locale=${w.lang}`);
    await picture("home");
    await page.getByLabel(w.keyword).fill(w.restaurant);
    await page.getByRole("button", { name: w.search, exact: true }).click();
    await page.getByRole("article").getByRole("link", { name: w.restaurant }).click();
    await expect(page.getByRole("heading", { level: 1, name: w.restaurant })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", w.lang);
    await picture("restaurant");
  });

  await test.step("signs up, verifying the phone number by a call", async () => {
    const menu = await mainMenu(page, w);
    await menu.getByRole("link", { name: w.signUp }).click();
    await fillSignUp(page, guest, who, w);
    await picture("sign-up");
    await page.getByRole("button", { name: w.register, exact: true }).click();
  });

  await test.step("picks restaurants and confirms the email address", async () => {
    await expect(page.getByRole("heading", { level: 1, name: w.pickTitle })).toBeVisible();
    await page.getByRole("button", { name: w.restaurant }).click();
    await expect(page.getByRole("button", { name: w.restaurant })).toHaveAttribute("aria-pressed", "true");
    await picture("favourites");
    await page.getByRole("link", { name: w.next, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: w.pickedTitle })).toBeVisible();
    await expect(page.getByText(w.unconfirmed)).toBeVisible();
    await page.getByRole("link", { name: w.next, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: w.interestsTitle })).toBeVisible();
    await page.getByRole("link", { name: w.skip }).click();
    await expect(page.getByRole("heading", { level: 1, name: w.confirmTitle })).toBeVisible();
    await expect(page.getByText(w.unconfirmed), "the page says it itself").toBeHidden();
    await picture("confirm-the-address");
    await page.goto(await asDiner.link(w.confirmMail));
    await expect(page.getByText(w.unconfirmed)).toBeHidden();
  });

  const date = await freeDay("sushi-kagura");
  await test.step("chooses a day, a seat, guests and a course", async () => {
    await page.goto(`/${w.lang}/r/sushi-kagura`);
    await page.getByRole("link", { name: w.reserve, exact: true }).filter({ visible: true }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: w.reserveAt })).toBeVisible();
    await pickDay(page, date, w);
    await chooseSeat(page, w.seat, w);
    await page.getByRole("radio", { name: w.course }).check();
    await picture("new-reservation");
    await proceedToReview(page, w);
  });

  await test.step("reviews, and registers a card that needs authentication", async () => {
    await expect(page.getByRole("timer", { name: w.holdLeft })).toHaveText(/^(10:00|09:[0-5]\d)$/);
    await expect(page.getByRole("button", { name: w.complete })).toBeDisabled();
    await fillCard(page, CARDS.asks, w);
    await picture("card");
    await page.getByRole("button", { name: w.cardRegister, exact: true }).click();
    await answerBank(page, "pass", w.cardCheck, w);
    await expect(page.getByText(w.ending)).toBeVisible();
    await expect(page.getByText(w.cardSaved), "it is reported once").toBeVisible();
    await page.getByLabel(w.request).fill("えびが苦手です。");
    await tickEverything(page);
    await expect(page.getByText(w.total).first()).toBeVisible();
    await picture("review");
  });

  await test.step("completes, authenticating each of the two payments once", async () => {
    await page.getByRole("button", { name: w.complete }).click();
    await expect(bankBox(page, "780", w)).toBeVisible();
    await picture("bank");
    await answerBank(page, "pass", "780", w);
    await answerBank(page, "pass", "48,000", w);
    await expect(page.getByRole("heading", { level: 1, name: w.bookedAt })).toBeVisible();
    await expect(page.getByText(w.accepted, { exact: true }).first()).toBeVisible();
    await picture("booked");
  });

  await test.step("finds the booking in the list and in the mail", async () => {
    const menu = await mainMenu(page, w);
    await menu.getByRole("link", { name: w.listTitle, exact: true }).filter({ visible: true }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: w.listTitle })).toBeVisible();
    const card = page.getByRole("article").filter({ hasText: w.restaurant });
    await expect(card).toContainText(w.accepted);
    await expect(card).toContainText(`${w.day(date)} 17:30`);
    await picture("list");
    const { text } = await asDiner.message(w.mail);
    expect(text).toContain(w.day(date));
    expect(text).toContain("17:30");
    await page.goto(`/dev/inbox?to=${email}`);
    await expect(page.getByText(w.mail).first()).toBeVisible();
    await picture("inbox");
  });
});
