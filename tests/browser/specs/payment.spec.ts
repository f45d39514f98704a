import type { Page } from "@playwright/test";
import { PASSWORD } from "../support/diner";
import type { Diner } from "../support/diner";
import { answerBank, bankBox, CARDS, fillCard, tickEverything } from "../support/steps";
import { expect, test } from "../support/test";

const SLUG = "kaiseki-hanaikada";
const FEE = "390";
const COURSE = "28,600";

/** Holds a table for one with a prepaid course, which makes two payments: the fee and the course. */
async function holdPrepaid(diner: Diner, date: string): Promise<string> {
  const day = await diner.day(SLUG, date);
  const dinner = day.groups.find(({ operation }) => operation === "dinner");
  const prepaid = dinner?.courses.filter(({ is_prepaid }) => is_prepaid) ?? [];
  if (!dinner) throw new Error(`no dinner on ${date}`);
  return diner.hold(SLUG, day, { ...dinner, courses: prepaid }, 1);
}

async function openReview(page: Page, diner: Diner, uid: string): Promise<void> {
  await diner.enter(page.context());
  await page.goto(`/r/${SLUG}/reservations/${uid}/review`);
  await tickEverything(page);
}

const complete = (page: Page) => page.getByRole("button", { name: "支払って予約を確定する" });
const failure = (page: Page) => page.getByRole("alert").filter({ hasText: "本人認証（3Dセキュア）に失敗したか" });
const accepted = (page: Page) => page.getByText("予約確定", { exact: true }).first();

// F066
test("a failed authentication charges nothing, is reported, and can be retried", async ({ page, fresh, freeDay }) => {
  const diner = await fresh();
  await diner.registerCard(CARDS.asks);
  const uid = await holdPrepaid(diner, await freeDay(SLUG));
  await openReview(page, diner, uid);

  await complete(page).click();
  await answerBank(page, "close", FEE);
  await expect(failure(page)).toHaveText(/途中で中断されました。/);
  await expect(failure(page), "it is reported once").not.toContainText("認証できませんでした");
  await complete(page).click();
  await answerBank(page, "fail", FEE);
  await expect(failure(page)).toBeVisible();
  await expect(failure(page).getByRole("link", { name: "お支払い方法を変更する" })).toBeVisible();
  const { reservation } = await diner.page<{ reservation: { status: string } }>(`/users/reservations/${uid}`);
  expect(reservation.status).toBe("pending");

  const request = page.getByLabel("ご要望");
  await request.fill("窓際の席をお願いします。");
  await page.reload();
  await expect(request, "what was typed is kept").toHaveValue("窓際の席をお願いします。");
  const other = await page.context().newPage();
  await openReview(other, diner, uid);
  await complete(page).click();
  await expect(bankBox(page, FEE)).toBeVisible();
  await complete(other).click();
  await expect(bankBox(other, FEE)).toBeVisible();
  await answerBank(page, "pass", FEE);
  await answerBank(page, "pass", COURSE);
  await expect(accepted(page)).toBeVisible();
  await answerBank(other, "pass", FEE);
  await expect(accepted(other), "another tab has paid").toBeVisible();

  await page.getByRole("link", { name: "内容を変更する" }).click();
  await expect(request).toBeEnabled();
  await page.reload();
  await expect(request, "as it is now").toBeEnabled();
  await expect(page.getByText(/戻る・進む/)).toBeHidden();
});

// F068
test("when the second of two authentications fails, only that one is repeated", async ({ page, fresh, freeDay }) => {
  const diner = await fresh();
  await diner.registerCard(CARDS.asks);
  const uid = await holdPrepaid(diner, await freeDay(SLUG));
  await openReview(page, diner, uid);

  await complete(page).click();
  await expect(page.getByText("1 / 2 件目")).toBeVisible();
  await answerBank(page, "pass", FEE);
  await expect(page.getByText("2 / 2 件目")).toBeVisible();
  await answerBank(page, "close", COURSE);
  await expect(failure(page)).toBeVisible();

  await complete(page).click();
  await expect(bankBox(page, COURSE)).toBeVisible();
  await answerBank(page, "pass", COURSE);
  await expect(accepted(page)).toBeVisible();
  const { charges } = await diner.page<{ charges: { status: string; amount: number }[] }>(`/users/reservations/${uid}`);
  expect(charges.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([390, 28_600]);
});

// F072
test("an abandoned authentication is finished from the list of reservations", async ({
  page,
  context,
  fresh,
  freeDay,
}) => {
  const diner = await fresh();
  await diner.registerCard(CARDS.asks);
  const uid = await holdPrepaid(diner, await freeDay(SLUG));
  await openReview(page, diner, uid);
  await complete(page).click();
  await expect(bankBox(page, FEE)).toBeVisible();
  await page.close();

  const later = await context.newPage();
  await later.goto("/users/upcoming_reservations");
  const card = later.getByRole("article").filter({ hasText: "懐石はないかだ" });
  await expect(card).toContainText("手続き中");
  await card.getByRole("button", { name: "本人認証をやり直す" }).click();
  await answerBank(later, "fail", FEE);
  await expect(failure(later)).toBeVisible();
  await card.getByRole("button", { name: "本人認証をやり直す" }).click();
  await answerBank(later, "pass", FEE);
  await answerBank(later, "pass", COURSE);
  await expect(accepted(later)).toBeVisible();
});

// F083
test("a declined card is reported, and another one pays", async ({ page, fresh, freeDay }) => {
  const diner = await fresh();
  const uid = await holdPrepaid(diner, await freeDay(SLUG));
  await openReview(page, diner, uid);
  await expect(complete(page)).toBeDisabled();
  await expect(page.getByText("カードを登録すると、確定できます。")).toBeVisible();

  await fillCard(page, CARDS.declined);
  await page.getByRole("button", { name: "カードを登録する" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "カードが拒否されました。" })).toBeVisible();

  await fillCard(page, CARDS.plain);
  await page.getByRole("button", { name: "カードを登録する" }).click();
  await expect(page.getByText("末尾 4242")).toBeVisible();
  await complete(page).click();
  await expect(accepted(page)).toBeVisible();
});

test("a card declined at payment leads back to the review with the reason", async ({ page, fresh, freeDay }) => {
  const diner = await fresh();
  await diner.registerCard(CARDS.emptyLater);
  const uid = await holdPrepaid(diner, await freeDay(SLUG));
  await openReview(page, diner, uid);
  await complete(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "カード" }).first()).toBeVisible();
  await page.getByRole("button", { name: "カードを変更する" }).click();
  await fillCard(page, CARDS.plain);
  await page.getByLabel("現在のパスワード").fill(PASSWORD);
  await page.getByRole("button", { name: "カードを登録する" }).click();
  await expect(page.getByText("末尾 4242")).toBeVisible();
  await complete(page).click();
  await expect(accepted(page)).toBeVisible();
});

test("the card form names the missing fields", async ({ page, fresh }) => {
  const diner = await fresh();
  await diner.enter(page.context());
  await page.goto("/users/profile/credit_card/edit");
  await page.getByRole("button", { name: "カードを登録する" }).click();
  for (const text of ["カード番号を", "有効期限を", "セキュリティコードを", "カード名義を"]) {
    await expect(page.getByRole("alert").filter({ hasText: `${text}入力してください。` })).toBeVisible();
  }
  await page.getByLabel("カード番号").fill("4242 4242 4242 4241");
  await expect(page.getByText("カード番号が無効です。")).toBeVisible();
  await fillCard(page, CARDS.plain);
  await page.getByRole("button", { name: "カードを登録する" }).click();
  await expect(page.getByText("末尾 4242")).toBeVisible();
});
