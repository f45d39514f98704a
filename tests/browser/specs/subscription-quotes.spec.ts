import type { Locator, Page } from "@playwright/test";
import { checkAccessibility } from "../support/axe";
import { answerBank, bankBox, ownCard } from "../support/steps";
import { expect, test } from "../support/test";
import { WAYS } from "../support/ways";
import { words } from "../support/words";

const WORDS = {
  ja: {
    subscribe: /^(登録する|\dか月無料で試す)$/,
    confirmation: "お申し込みの最終確認",
    agree: "この内容で申し込む",
    welcome: "ようこそ、プレミアム会員へ",
    today: "本日のお支払い",
    first: "初回のお支払い",
    nothing: "0円",
    price: "980円",
    used: /無料期間はお一人さま1回までです/,
    code: "キャンペーンコード・クーポンコード",
    apply: "適用する",
    unknown: "コードが正しくないか、期限が過ぎています。",
    gold: "ゴールド会員に登録する",
    goldSignUp: "ゴールド会員のお申し込み",
    register: "登録する",
    both: "両方のお支払いが続くことを確認しました",
  },
  en: {
    subscribe: /^(Subscribe|Try \d months? for free)$/,
    confirmation: "Confirm your subscription",
    agree: "Subscribe as shown",
    welcome: "Welcome to Premium",
    today: "Payment today",
    first: "First payment",
    nothing: "¥0",
    price: "¥980",
    used: /Each person has one free trial/,
    code: "Campaign or coupon code",
    apply: "Apply",
    unknown: "This code is not valid or has expired.",
    gold: "Become a Gold member",
    goldSignUp: "Become a Gold member",
    register: "Register",
    both: "I understand that both plans are charged",
  },
} as const;

type SpecWords = (typeof WORDS)[keyof typeof WORDS];

interface PlanPage {
  prices: { stripe_price_id: string; quote: { amount_today: number; first_payment_on: string } }[];
}

/** Opens the last dialog of the monthly plan. */
async function lastDialog(page: Page, w: SpecWords): Promise<Locator> {
  await page.getByRole("button", { name: w.subscribe }).first().click();
  const dialog = page.getByRole("dialog", { name: w.confirmation });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** The row of a fact: its term and its text. */
function fact(dialog: Locator, term: string): Locator {
  return dialog.locator("dl > div").filter({ has: dialog.page().getByText(term, { exact: true }) });
}

/** A date as the page writes it, whatever the language: its year and its day. */
function written(date: string): RegExp {
  const [year = "", month = "", day = ""] = date.split("-");
  return new RegExp(`${year}年${month}月${day}日|${Number(day)}, ${year}|${Number(day)} \\w+ ${year}`);
}

for (const { lang, width, height } of WAYS) {
  const w = WORDS[lang];

  test(`the last dialog of a trial names today's sum and the first payment (${lang})`, async ({ page, fresh }) => {
    await page.setViewportSize({ width, height });
    const diner = await fresh({ locale: lang });
    await diner.registerCard(ownCard("plain"));
    await diner.enter(page.context());
    for (const address of ["/premium/green", "/premium/green?campaign_code=HAJIMETE2"]) {
      const { prices } = await diner.page<PlanPage>(address);
      const quote = prices[0]?.quote;
      expect(quote?.amount_today).toBe(0);
      await page.goto(`/${lang}${address}`);
      const dialog = await lastDialog(page, w);
      await expect(fact(dialog, w.today)).toContainText(w.nothing);
      await expect(fact(dialog, w.first)).toContainText(w.price);
      await expect(fact(dialog, w.first)).toContainText(written(quote?.first_payment_on ?? ""));
      await checkAccessibility(page);
    }
    await page.getByRole("dialog").getByRole("button", { name: w.agree }).click();
    await expect(page.getByRole("heading", { level: 1, name: w.welcome })).toBeVisible();
  });

  test(`a second visit after the bank's dialog was left charges what it shows (${lang})`, async ({ page, fresh }) => {
    await page.setViewportSize({ width, height });
    // Another diner had the trial of this card.
    const card = ownCard("asks");
    const earlier = await fresh({ locale: lang });
    await earlier.registerCard(card);
    const { prices } = await earlier.page<PlanPage>("/premium/green");
    await earlier.post("/users/api/plans", {
      subscription: { stripe_price_id: prices[0]?.stripe_price_id, grade: "green" },
      is_monthly_green_trial: true,
    });
    const diner = await fresh({ locale: lang });
    await diner.registerCard(card);
    await diner.enter(page.context());
    await page.goto(`/${lang}/premium/green`);
    await expect(page.getByText(w.used)).toBeVisible();
    const first = await lastDialog(page, w);
    await expect(fact(first, w.today)).toContainText(w.price);
    await first.getByRole("button", { name: w.agree }).click();
    // Left at the bank: the attempt waits.
    await expect(bankBox(page, "980", words[lang])).toBeVisible();

    await page.goto(`/${lang}/premium/green?campaign_code=NONSENSE`);
    await expect(page.getByLabel(w.code)).toHaveAccessibleDescription(w.unknown);
    await checkAccessibility(page);
    const second = await lastDialog(page, w);
    await expect(fact(second, w.today)).toContainText(w.price);
    await checkAccessibility(page);
    await second.getByRole("button", { name: w.agree }).click();
    await answerBank(page, "pass", "980", words[lang]);
    await expect(page.getByRole("heading", { level: 1, name: w.welcome })).toBeVisible();
  });

  test(`a premium diner is asked before gold is charged as well (${lang})`, async ({ page, fresh, as }) => {
    await page.setViewportSize({ width, height });
    const diner = await fresh({ locale: lang });
    await diner.registerCard(ownCard("plain"));
    const { prices } = await diner.page<PlanPage>("/premium/green");
    await diner.post("/users/api/plans", {
      subscription: { stripe_price_id: prices[0]?.stripe_price_id, grade: "green" },
    });
    const { own_promotion } = await (await as("aoi@seki.test")).page<{ own_promotion: string }>("/gold");
    await diner.enter(page.context());
    await page.goto(`/${lang}/gold${new URL(own_promotion).search}`);
    await page.getByRole("button", { name: w.gold }).click();
    const dialog = page.getByRole("dialog", { name: w.goldSignUp });
    const register = dialog.getByRole("button", { name: w.register, exact: true });
    await expect(register).toBeDisabled();
    await expect(dialog).toContainText(w.price);
    await checkAccessibility(page);
    await dialog.getByRole("checkbox", { name: w.both }).check();
    await register.click();
    await expect(page).toHaveURL(/\/users\/gold\/gold_rounds$/);
  });
}
