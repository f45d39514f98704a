import type { Page } from "@playwright/test";
import { checkAccessibility } from "./axe";
import { openSlot } from "./slots";
import { CARDS, tickEverything } from "./steps";
import { expect, test } from "./test";

const ja = {
  lang: "ja",
  choose: "ある",
  allergy: "食べられないものはありますか",
  what: "食べられないもの",
  guest: (number: number) => `${number}人目`,
  incomplete: "未入力の項目があります。",
  complete: "予約を確定する",
  drink: "お飲みもののお好み",
  sake: "日本酒",
  save: "回答を保存する",
  edit: "内容を変更する",
  editTitle: "ご予約内容の変更",
  guests: "人数",
  one: "1名",
  keep: (number: number) => `${number}人目の回答を残す`,
  update: "変更する",
  request: "ご要望",
  sure: "この内容に変更しますか",
  stale: "戻る・進む操作で表示された内容です",
  reload: "再読み込み",
  history: "お支払い履歴",
  document: "領収書・請求書を発行する",
  issue: "発行する",
  receiptTitle: "領収書",
  again: "再発行",
  recipient: /^宛名/,
  receiptEmail: /^メールアドレス/,
  mail: "領収書をメールで受け取る",
  issued: "領収書発行済み",
  zip: "郵便番号",
  prefecture: "都道府県",
  municipality: "市区町村・町名",
  found: "郵便番号から住所を入力しました",
  houseNumber: "番地",
  timeSlot: "時間帯",
  order: "支払って注文を確定する",
  address: "〒103-0013 東京都中央区日本橋人形町2-4-6",
  bySms: /^SMSでも受け取る/,
};

const en: typeof ja = {
  lang: "en",
  choose: "Yes",
  allergy: "Is there anything you cannot eat?",
  what: "What you cannot eat",
  guest: (number) => `Guest ${number}`,
  incomplete: "Some items are not filled in.",
  complete: "omplete the reservation",
  drink: "Your favourite drink",
  sake: "Sake",
  save: "Save the answers",
  edit: "Change the reservation",
  editTitle: "Change your reservation",
  guests: "Guests",
  one: "1",
  keep: (number) => `Keep the answers of guest ${number}`,
  update: "Change",
  request: "Special requests",
  sure: "Change the reservation as shown?",
  stale: "You came here with the back or forward button",
  reload: "Reload",
  history: "Payment history",
  document: "Issue a receipt or invoice",
  issue: "Issue",
  receiptTitle: "Receipt",
  again: "Reissued",
  recipient: /^Addressed to/,
  receiptEmail: /^Email address/,
  mail: "Receive a receipt by email",
  issued: "Receipt issued",
  zip: "Postal code",
  prefecture: "Prefecture",
  municipality: "City and district",
  found: "The address was filled in from the postal code",
  houseNumber: "House number",
  timeSlot: "Time",
  order: "Pay and complete the order",
  address: "2-4-6, 中央区日本橋人形町, Tokyo, 103-0013",
  bySms: /^Send me a text message, too/,
};

type Words = typeof ja;

async function answerQuestions(page: Page, w: Words): Promise<void> {
  const first = page.getByRole("group", { name: w.guest(1), exact: true });
  await first.getByLabel(w.allergy).selectOption({ label: w.choose });
  await tickEverything(page);
  await page.getByRole("button", { name: new RegExp(w.complete) }).click();
  await expect(page.getByText(w.incomplete)).toBeVisible();
  await expect(first.getByRole("textbox", { name: w.what })).toBeFocused();
  await first.getByRole("textbox", { name: w.what }).fill("蟹");
  await checkAccessibility(page);
  await page.getByRole("button", { name: new RegExp(w.complete) }).click();
}

/** The journeys of a booking after it was made. */
export function journeysAfterBooking(): void {
  for (const w of [ja, en]) {
    // F073, F074, F075, F077
    test(`guests answer, and the booking is changed (${w.lang})`, async ({ page, fresh, freeDay }) => {
      const diner = await fresh({ locale: w.lang });
      const uid = await openSlot(diner, "kaiseki-hanaikada", await freeDay("kaiseki-hanaikada"), 2);
      await diner.registerCard(CARDS.plain);
      await diner.enter(page.context());
      await page.goto(`/${w.lang}/r/kaiseki-hanaikada/reservations/${uid}/review`);
      await answerQuestions(page, w);

      await expect(page).toHaveURL(new RegExp(`/users/reservations/${uid}$`));
      await expect(page.getByText("蟹")).toBeVisible();
      for (const number of [1, 2]) {
        const guest = page.getByRole("group", { name: w.guest(number), exact: true });
        await guest.getByLabel(w.drink).selectOption({ label: w.sake });
      }
      await page.getByRole("button", { name: w.save }).click();
      await expect(page.getByRole("button", { name: w.save })).toBeHidden();
      await checkAccessibility(page);

      const bySms = page.getByRole("checkbox", { name: w.bySms });
      await bySms.click();
      // The box shows what the server has kept; a reload before the answer may call the request off.
      await expect(bySms).toBeChecked();
      await page.reload();
      await expect(bySms).toBeChecked();

      await page.getByRole("link", { name: w.edit }).click();
      await expect(page.getByRole("heading", { level: 1, name: w.editTitle })).toBeVisible();
      const update = page.getByRole("button", { name: w.update, exact: true });
      await expect(update).toBeDisabled();
      await page.getByLabel(w.guests, { exact: true }).selectOption("1");
      await expect(update).toBeDisabled();
      for (const box of await page.getByRole("checkbox", { name: w.keep(2) }).all()) await box.uncheck();
      await expect(update).toBeEnabled();
      // Back at the previous number, the choice of seats is gone.
      await page.getByLabel(w.guests, { exact: true }).selectOption("2");
      await page.getByLabel(w.guests, { exact: true }).selectOption("1");
      await expect(update).toBeDisabled();
      for (const box of await page.getByRole("checkbox", { name: w.keep(1) }).all()) await box.uncheck();
      await page.getByRole("textbox", { name: w.request }).fill("静かな席");
      await checkAccessibility(page);
      await update.click();
      const question = page.getByRole("alertdialog", { name: w.sure });
      await expect(question).toContainText("静かな席");
      await question.getByRole("button", { name: w.update, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`/users/reservations/${uid}$`));
      await expect(page.getByText("静かな席")).toBeVisible();
      await expect(page.getByText("蟹")).toBeHidden();

      await page.goBack();
      await expect(page.getByText(w.stale)).toBeVisible();
      await expect(page.getByRole("textbox", { name: w.request })).toBeDisabled();
      await page.getByRole("button", { name: w.reload }).click();
      await expect(page.getByText(w.stale)).toBeHidden();
      await expect(page.getByRole("textbox", { name: w.request })).toHaveValue("静かな席");
    });

    // F084, F085
    test(`receipts are mailed once, and printed (${w.lang})`, async ({ page, fresh, freeDay }) => {
      const diner = await fresh({ locale: w.lang });
      const uid = await openSlot(diner, "kaiseki-hanaikada", await freeDay("kaiseki-hanaikada"), 2);
      await diner.confirm("kaiseki-hanaikada", uid);
      await diner.enter(page.context());
      await page.goto(`/${w.lang}/users/profile/payment_histories`);
      await expect(page.getByRole("heading", { level: 1, name: w.history })).toBeVisible();
      await checkAccessibility(page);
      const charge = page.getByRole("article").first();
      await charge.getByRole("button", { name: w.document }).click();
      const dialog = page.getByRole("dialog", { name: /発行|Issue/ });
      await checkAccessibility(page);
      // The same contents are the same document; another recipient is another one.
      for (const [recipient, isAgain] of [
        [null, false],
        [null, false],
        ["株式会社席", true],
      ] as const) {
        if (recipient !== null) await dialog.getByRole("textbox", { name: w.recipient }).fill(recipient);
        const opened = page.waitForEvent("popup");
        await dialog.getByRole("button", { name: w.issue, exact: true }).click();
        const document = await opened;
        await document.waitForURL(/\/receipts\//);
        await expect(document.getByRole("heading", { level: 1, name: w.receiptTitle })).toBeVisible();
        await expect(document.getByText(w.again)).toHaveCount(isAgain ? 1 : 0);
        await checkAccessibility(document);
        await document.close();
      }
      const address = dialog.getByRole("textbox", { name: w.receiptEmail });
      await address.fill("nobody");
      await expect(dialog.getByRole("button", { name: w.mail })).toBeDisabled();
      await address.fill(diner.email);
      await dialog.getByRole("button", { name: w.mail }).click();
      await expect(dialog).toBeHidden();
      await charge.getByRole("button", { name: w.document }).click();
      await expect(dialog.getByRole("button", { name: w.issued })).toBeDisabled();
      await diner.message(/T0000000000000/);
    });

    // F080, F081
    test(`a postcode fills the address in, and the order is completed (${w.lang})`, async ({
      page,
      fresh,
      freeDay,
    }) => {
      const diner = await fresh({ locale: w.lang });
      const day = await diner.day("obento-hako", await freeDay("obento-hako"));
      const [group] = day.groups;
      if (!group) throw new Error("nothing is delivered");
      await diner.registerCard(CARDS.plain);
      const uid = await diner.hold("obento-hako", day, group, group.guests_count_option_values[0] ?? 1);
      await diner.enter(page.context());
      await page.goto(`/${w.lang}/r/obento-hako/reservations/${uid}/review`);
      await page.getByRole("textbox", { name: w.zip }).fill("１０３－００１３");
      await expect(page.getByText(w.found)).toBeVisible();
      await expect(page.getByRole("combobox", { name: w.prefecture })).toHaveValue("東京都");
      await expect(page.getByRole("textbox", { name: w.municipality })).toHaveValue("中央区日本橋人形町");
      await page.getByRole("textbox", { name: w.zip }).fill("999-9999");
      await expect(page.getByText(w.found)).toBeHidden();
      await checkAccessibility(page);
      await page.getByRole("textbox", { name: w.zip }).fill("103-0013");
      await page.getByRole("textbox", { name: w.houseNumber }).fill("2-4-6");
      await page.getByRole("combobox", { name: w.timeSlot, exact: true }).selectOption({ index: 1 });
      await tickEverything(page);
      await page.getByRole("button", { name: w.order }).click();
      await expect(page).toHaveURL(/\/users\/reservations\//);
      await expect(page.getByText(w.address)).toBeVisible();
    });
  }
}
