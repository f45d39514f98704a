import { checkAccessibility } from "../support/axe";
import { CARDS, answerBank } from "../support/steps";
import { expect, test } from "../support/test";
import { WAYS } from "../support/ways";

const WORDS = {
  ja: {
    subscribe: /^(登録する|\dか月無料で試す)$/,
    confirmation: "お申し込みの最終確認",
    agree: "この内容で申し込む",
    welcome: "ようこそ、プレミアム会員へ",
    member: "会員ページへ",
    search: "空いているお店を探す",
    results: "検索結果",
    change: "条件を変える",
    least: "予算（下限）",
    most: "予算（上限）",
    order: /下限より低い金額です/,
    from: "開始日",
    past: /今日以降/,
    keyword: "キーワード",
    calendar: "プレミアムカレンダー",
    feed: "カレンダーに取り込む",
    make: "アドレスを発行する",
    address: "カレンダーのアドレス",
    close: "閉じる",
    cancel: "解約する",
    reason: "解約の理由",
    choose: "プランを選ぶ",
    resume: "このまま継続する",
    advanced: "詳細検索",
    open: "詳細検索を開く",
    about: "プレミアム会員について",
    teaser: "日付と人数で、空いているお店だけを探す",
  },
  en: {
    subscribe: /^(Subscribe|Try \d months? for free)$/,
    confirmation: "Confirm your subscription",
    agree: "Subscribe as shown",
    welcome: "Welcome to Premium",
    member: "To your member page",
    search: "Find restaurants with seats",
    results: "Results",
    change: "Change the conditions",
    least: "Price from",
    most: "Price up to",
    order: /below the lowest price/,
    from: "From",
    past: /today or a later day/,
    keyword: "Keyword",
    calendar: "Premium calendar",
    feed: "Add it to your calendar",
    make: "Create an address",
    address: "Address of the calendar",
    close: "Close",
    cancel: "Cancel the subscription",
    reason: "Why are you cancelling?",
    choose: "Choose a plan",
    resume: "Continue with this plan",
    advanced: "Advanced search",
    open: "Open the advanced search",
    about: "About Premium",
    teaser: "Search by date and party",
  },
} as const;

for (const { lang, width, height } of WAYS) {
  const words = WORDS[lang];
  test(`premium from the plan to its end (${lang}, ${width} px)`, async ({ page, fresh }) => {
    await page.setViewportSize({ width, height });
    const diner = await fresh({ locale: lang });
    await diner.registerCard(CARDS.plain);
    await diner.enter(page.context());
    await page.goto(`/${lang}`);
    await page.getByRole("button", { name: words.open }).click();
    const search = page.getByRole("dialog", { name: words.advanced });
    const teaser = page.getByRole("dialog", { name: words.teaser });
    await expect(search.getByLabel(words.keyword), "F096: nothing can be searched for").toBeDisabled();
    await expect(search.getByRole("button", { name: words.search })).toBeDisabled();
    await checkAccessibility(page);
    await search.getByRole("button", { name: words.about }).click();
    await expect(teaser).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(teaser).toBeHidden();
    await expect(search, "Escape closes what is on top").toBeVisible();
    await search.getByRole("button", { name: words.about }).click();
    await teaser.getByRole("link", { name: words.about }).click();
    await expect(page, "F098").toHaveURL(/\/premium\/green\?position=teasermodal&type=advanced_search$/);
    await checkAccessibility(page);
    await page.getByRole("button", { name: words.subscribe }).first().click();
    const confirmation = page.getByRole("dialog", { name: words.confirmation });
    await expect(confirmation.getByRole("definition").filter({ hasText: /\d{4}/ }).first()).toBeVisible();
    await checkAccessibility(page);
    await confirmation.getByRole("button", { name: words.agree }).click();
    await expect(page.getByRole("heading", { level: 1, name: words.welcome })).toBeVisible();
    await checkAccessibility(page);

    await page.getByRole("link", { name: words.member }).click();
    await checkAccessibility(page);
    await page.getByRole("button", { name: words.search }).click();
    await expect(page.getByRole("heading", { level: 2, name: words.results })).toBeVisible();
    await expect(page.getByRole("heading", { level: 3 }).first(), "a result is visible immediately").toBeInViewport();
    await checkAccessibility(page);
    await page.getByText(words.change).click();
    await page.getByLabel(words.least).fill("20000");
    await page.getByLabel(words.most).fill("1000");
    await expect(page.getByLabel(words.most)).toHaveAccessibleDescription(words.order);
    await expect(page.getByRole("button", { name: words.search })).toBeDisabled();
    // A bookmarked address may have become invalid.
    await page.goto(`/${lang}/users/premium/restaurants?from_date=2020-01-01&to_date=2020-01-02&keyword=sushi`);
    await expect(page.getByLabel(words.from, { exact: true })).toHaveAccessibleDescription(words.past);
    await expect(page.getByLabel(words.keyword)).toHaveValue("sushi");
    await checkAccessibility(page);

    await page.goto(`/${lang}/users/premium`);
    await page.getByRole("main").getByRole("link", { name: words.calendar }).click();
    await expect(page.getByRole("heading", { level: 1, name: words.calendar })).toBeVisible();
    await page.getByRole("button", { name: words.feed }).click();
    await page.getByRole("button", { name: words.make }).click();
    await expect(page.getByLabel(words.address)).toHaveValue(/calendar\.ics\?s=/);
    await checkAccessibility(page);

    await page.goto(`/${lang}/users/premium`);
    await page.getByRole("button", { name: words.cancel }).click();
    const dialog = page.getByRole("dialog");
    const submit = dialog.getByRole("button").last();
    await dialog.getByLabel(words.reason).fill("x");
    await expect(submit).toBeDisabled();
    await dialog.getByLabel(words.reason).fill("高いため");
    await submit.click();
    await expect(page.getByRole("heading", { level: 1, name: words.choose })).toBeVisible();
    await expect(page.getByRole("button", { name: words.resume }), "only what was cancelled may go on").toHaveCount(1);
    await expect(page.getByRole("button", { name: words.subscribe })).toHaveCount(0);
    await checkAccessibility(page);
  });
}

test("a coupon shows the reduced price, and a card that needs authentication pays it (F094, F101)", async ({
  page,
  fresh,
}) => {
  const diner = await fresh();
  await diner.registerCard(CARDS.asks);
  // An attempt without the coupon was left at the bank: its 980 yen are not charged any more.
  const { prices } = await diner.page<{ prices: { stripe_price_id: string }[] }>("/premium/green");
  await diner.post("/users/api/plans", {
    subscription: { stripe_price_id: prices[0]?.stripe_price_id, grade: "green" },
  });
  await diner.enter(page.context());
  await page.goto("/premium/green");
  await page.getByLabel("キャンペーンコード・クーポンコード").fill("kagura-hangaku");
  await page.getByRole("button", { name: "適用する" }).click();
  await expect(page.getByText("初月限定").first()).toBeVisible();
  await page.getByRole("button", { name: "登録する", exact: true }).first().click();
  const confirmation = page.getByRole("dialog", { name: "お申し込みの最終確認" });
  await expect(confirmation).toContainText("本日のお支払い490円");
  await confirmation.getByRole("button", { name: "この内容で申し込む" }).click();
  await answerBank(page, "pass", "490");
  await expect(page.getByRole("heading", { level: 1, name: "ようこそ、プレミアム会員へ" })).toBeVisible();
});
