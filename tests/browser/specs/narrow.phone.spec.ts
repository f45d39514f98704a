import { expect, test } from "../support/test";

test.use({ viewport: { width: 360, height: 740 } });

test("content that a tap opens further down scrolls into view", async ({ page, as }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "検索", exact: true }).tap();
  await expect(page).toHaveURL(/keyword=/);
  await page.getByLabel("キーワード").fill("鮨");
  await page.getByRole("button", { name: "検索", exact: true }).tap();
  const results = page.getByRole("heading", { name: "検索結果" });
  await expect(results).toBeFocused();
  await expect.poll(async () => (await results.boundingBox())?.y).toBeLessThan(370);

  const diner = await as("hanako@seki.test");
  await diner.enter(page.context());
  await page.goto("/r/sushi-kagura/reservations/new");
  const free = page.getByRole("gridcell").getByRole("button", { name: /空席あり$/ });
  await free.first().tap();
  const day = page.getByRole("heading", { level: 2, name: /月\d+日/ });
  await expect(day).toBeFocused();
  await expect.poll(async () => (await day.boundingBox())?.y).toBeLessThan(370);
});

test("the bar of a restaurant page does not cover the footer", async ({ page }) => {
  await page.goto("/r/sushi-kagura");
  await expect(page.getByRole("link", { name: "予約する" }).last()).toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.getByText("表示価格はすべて税込みです。").click({ trial: true });
});

test("the bar of a restaurant page does not cover the focused element", async ({ page }) => {
  await page.goto("/r/sushi-kagura");
  const links = page.getByRole("article").getByRole("link");
  const bar = links.last();
  await expect(bar).toBeInViewport();
  expect(await links.count()).toBeGreaterThan(2);
  for (const link of (await links.all()).slice(0, -1)) {
    // The foot of the screen, behind the bar.
    await link.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().bottom - window.innerHeight));
    await link.focus();
    const ends = async () => {
      const [box, top] = [await link.boundingBox(), await bar.evaluate((end) => end.getBoundingClientRect().top)];
      return (box?.y ?? 0) + (box?.height ?? 0) - top;
    };
    await expect.poll(ends).toBeLessThanOrEqual(0);
  }
});

test("the menu of a phone opens over the page, and closes with Escape", async ({ page, as }) => {
  const diner = await as("hanako@seki.test");
  await diner.enter(page.context());
  await page.goto("/");
  await page.getByRole("button", { name: "メニューを開く" }).tap();
  const menu = page.getByRole("dialog", { name: "メインメニュー" });
  await expect(menu.getByRole("link", { name: "予約一覧" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await page.getByRole("button", { name: "メニューを開く" }).tap();
  await menu.getByRole("link", { name: "お気に入り" }).tap();
  await expect(page.getByRole("heading", { level: 1, name: "お気に入り" })).toBeVisible();
  await expect(menu).toBeHidden();
});

test("the footer of every page links to the operator's documents, in both languages", async ({ page }) => {
  const documents = {
    ja: [
      ["利用規約", "第1条（適用）"],
      ["プライバシーポリシー", "取得する情報"],
      ["特定商取引法に基づく表記", "販売業者"],
      ["お問い合わせ", "運営者"],
    ],
    en: [
      ["Terms of use", "1. Scope"],
      ["Privacy policy", "What we collect"],
      ["Commercial disclosure", "Seller"],
      ["Contact", "Operator"],
    ],
  };
  const example = page.getByText(/これはデモ用の見本です。|This is an example for the demonstration, not/);
  for (const [lang, links] of Object.entries(documents)) {
    await page.goto(`/${lang}/r/sushi-kagura`);
    for (const [title = "", heading = ""] of links) {
      await page.getByRole("contentinfo").getByRole("link", { name: title }).tap();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole("heading", { level: 2, name: heading })).toBeVisible();
      await expect(example).toBeVisible();
      await page.screenshot({ path: test.info().outputPath(`${lang}-${title}.png`), fullPage: true });
    }
  }
  await page.goto("/ja/users/sign_up");
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("main").getByRole("link", { name: "プライバシーポリシー" }).tap(),
  ]);
  await expect(opened.getByRole("heading", { level: 1, name: "プライバシーポリシー" })).toBeVisible();
});
