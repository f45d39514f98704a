import type { Page } from "@playwright/test";
import { inviteToTiers, signInAsAdmin } from "../support/admin";
import { checkAccessibility } from "../support/axe";
import { CARDS, tickEverything } from "../support/steps";
import { expect, test } from "../support/test";
import { WAYS } from "../support/ways";

const ROUND = "冬のゴールド枠";

const WORDS = {
  ja: {
    benefits: "特典",
    becomeGold: "ゴールド会員に登録する",
    goldSignUp: "ゴールド会員のお申し込み",
    register: "登録する",
    book: "予約する",
    giveUp: "予約をやめる",
    giveItUp: "予約をやめる",
    firstVisit: "はじめての来店です",
    occasion: /^ご利用シーン/,
    amount: /^お食事の量/,
    confirm: /予約を確定する$/,
    confirmed: "予約確定",
    change: "プランの変更を申し込む",
    changed: "プラン変更のお申し込みを受け付けました。",
    join: "入会する",
    confirmation: "お申し込みの最終確認",
    agree: "この内容で申し込む",
    cancel: "解約する",
    reason: "解約の理由",
    cancelled: "解約済み（期限まで有効）",
    resume: "このまま継続する",
    active: "ご利用中",
    renewal: "自動更新",
  },
  en: {
    benefits: "Benefits",
    becomeGold: "Become a Gold member",
    goldSignUp: "Become a Gold member",
    register: "Register",
    book: "Book",
    giveUp: "Release this seat",
    giveItUp: "Release it",
    firstVisit: "This is my first visit",
    occasion: /^Occasion/,
    amount: /^Amount of food/,
    confirm: /omplete the reservation$/,
    confirmed: "Confirmed",
    change: "Request another plan",
    changed: /^We have received your request\./,
    join: "Join",
    confirmation: "Confirm your subscription",
    agree: "Subscribe as shown",
    cancel: "Cancel the subscription",
    reason: "Why are you cancelling?",
    cancelled: "Cancelled (valid until the end of the period)",
    resume: "Continue with this plan",
    active: "Active",
    renewal: "Renewal",
  },
} as const;

type Words = (typeof WORDS)[keyof typeof WORDS];

async function cancelPlan(page: Page, w: Words): Promise<void> {
  await page.getByRole("button", { name: w.cancel }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(w.reason).fill("高いため");
  await dialog.getByRole("button").last().click();
  await expect(dialog).toBeHidden();
}

/** A cancelled plan is renewed again, after its terms. */
async function resume(page: Page, w: Words): Promise<void> {
  await page.getByRole("button", { name: w.resume }).click();
  const terms = page.getByRole("dialog", { name: w.confirmation });
  await expect(terms.getByRole("term").filter({ hasText: w.renewal })).toBeVisible();
  await terms.getByRole("button", { name: w.agree }).click();
  await expect(terms).toBeHidden();
}

/** Holds and releases the round's first free seat, then holds it again and books it. */
async function useRound(page: Page, w: Words): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: ROUND })).toBeVisible();
  await checkAccessibility(page);
  const hold = async () => {
    await page.getByRole("button", { name: w.book, exact: true }).first().click();
    await expect(page).toHaveURL(/\/review\?after_delete_path=/);
  };
  await hold();
  await page.getByRole("button", { name: w.giveUp }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.giveItUp }).click();
  await expect(page.getByRole("heading", { level: 1, name: ROUND })).toBeVisible();
  await hold();
  await page.getByRole("checkbox", { name: w.firstVisit }).check();
  for (const field of [w.occasion, w.amount]) await page.getByLabel(field).selectOption({ index: 1 });
  await checkAccessibility(page);
  await tickEverything(page);
  await page.getByRole("button", { name: w.confirm }).click();
  await expect(page).toHaveURL(/\/users\/reservations\//);
  await expect(page.getByText(w.confirmed, { exact: true }).first()).toBeVisible();
}

for (const { lang, width, height } of WAYS) {
  const w = WORDS[lang];

  // F102, F103, F104, F105, F106, F107
  test(`gold from a recommendation to its end (${lang}, ${width} px)`, async ({ page, fresh, as }) => {
    await page.setViewportSize({ width, height });
    const { own_promotion } = await (await as("aoi@seki.test")).page<{ own_promotion: string }>("/gold");
    const diner = await fresh({ locale: lang });
    await diner.registerCard(CARDS.plain);
    await diner.enter(page.context());
    await page.goto(`/${lang}/gold${new URL(own_promotion).search}`);
    await expect(page.getByRole("region", { name: w.benefits }).getByRole("listitem").first()).toBeVisible();
    await checkAccessibility(page);
    await page.getByRole("button", { name: w.becomeGold }).click();
    const dialog = page.getByRole("dialog", { name: w.goldSignUp });
    await expect(dialog.getByRole("term").filter({ hasText: w.renewal })).toBeVisible();
    await checkAccessibility(page);
    await page.screenshot({ path: test.info().outputPath("gold.png") });
    await dialog.getByRole("button", { name: w.register, exact: true }).click();
    await useRound(page, w);

    await page.goto(`/${lang}/users/gold/gold_rounds`);
    await page.getByRole("button", { name: w.change }).click();
    await expect(page.getByText(w.changed)).toBeVisible();
    await expect(page.getByRole("button", { name: w.change })).toBeDisabled();
    await page.goto(`/${lang}/gold`);
    await checkAccessibility(page);
    await cancelPlan(page, w);
    await page.goto(`/${lang}/gold`);
    await expect(page.getByText(w.cancelled)).toBeVisible();
    await page.screenshot({ path: test.info().outputPath("gold-cancelled.png") });
    await resume(page, w);
    await expect(page).toHaveURL(/\/users\/gold\/gold_rounds$/);
    await page.goto(`/${lang}/gold`);
    await expect(page.getByText(w.active, { exact: true })).toBeVisible();
  });

  // F108, F109
  test(`the club from the invitation to its end (${lang}, ${width} px)`, async ({ page, fresh }) => {
    await page.setViewportSize({ width, height });
    const diner = await fresh({ locale: lang });
    await diner.registerCard(CARDS.plain);
    await signInAsAdmin(page);
    await inviteToTiers(page, diner.email);
    await diner.enter(page.context());
    await page.goto(`/${lang}/ohc`);
    // On a phone the notice covers the button.
    await page
      .getByRole("complementary", { name: /Cookie/i })
      .getByRole("button")
      .click();
    await checkAccessibility(page);
    await page.getByRole("button", { name: w.join, exact: true }).click();
    const confirmation = page.getByRole("dialog", { name: w.confirmation });
    await expect(confirmation.getByRole("term").filter({ hasText: w.renewal })).toBeVisible();
    await checkAccessibility(page);
    await page.screenshot({ path: test.info().outputPath("club.png") });
    await confirmation.getByRole("button", { name: w.agree }).click();
    await expect(page.getByRole("heading", { level: 3 }).first()).toBeVisible();
    await checkAccessibility(page);
    await cancelPlan(page, w);
    await page.goto(`/${lang}/ohc`);
    await expect(page.getByText(w.cancelled)).toBeVisible();
  });
}
