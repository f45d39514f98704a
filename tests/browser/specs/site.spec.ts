import { checkAccessibility } from "../support/axe";
import { openSlot } from "../support/slots";
import { CARDS, showToday, tickEverything } from "../support/steps";
import { expect, test } from "../support/test";

// F030
test("the language switcher stays on the page, and the choice is stored", async ({ page }) => {
  await page.goto("/r/sushi-kagura");
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  await page.getByRole("combobox", { name: "言語" }).selectOption("English");
  await expect(page).toHaveURL(/\/en\/r\/sushi-kagura|\/r\/sushi-kagura\?locale=en/);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("heading", { level: 1, name: "Sushi Kagura" })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Restaurants", exact: true })).toBeVisible();
  await page.goto("/?locale=ja");
  await expect(page.getByRole("heading", { name: "お店", exact: true })).toBeVisible();
});

// F001
test("a browser that accepts neither language gets Japanese", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ locale: "fr-FR", ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/users/sign_up");
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  await expect(page.getByRole("heading", { level: 1, name: "新規会員登録" })).toBeVisible();
  await context.close();
});

// F209
test("a flash disappears after five seconds, a sticky one when it is closed", async ({ page, fresh }) => {
  const diner = await fresh();
  await diner.post("/users/api/customers", { restaurant_slug: "obento-hako", customer: { shop_notification: true } });
  await diner.enter(page.context());
  await page.clock.install();
  await page.goto("/users/profile/security_settings");
  await page.getByRole("checkbox", { name: "メールによる2段階認証を使う" }).click();
  const flash = page.getByText(/更新しました|変更しました|保存しました/);
  await expect(flash).toBeVisible();
  await page.clock.fastForward(4_000);
  await expect(flash).toBeVisible();
  await page.clock.fastForward(1_500);
  await expect(flash).toBeHidden();

  await page.goto("/r/obento-hako");
  await page.getByRole("button", { name: "お気に入り登録済み" }).click();
  const sticky = page.getByText("お気に入りから外しました。");
  await expect(sticky).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(sticky).toBeVisible();
  await page.getByRole("button", { name: "閉じる" }).click();
  await expect(sticky).toBeHidden();
});

// F081
test("a delivery order requires an address, and counts portions, not guests", async ({ page, fresh, freeDay }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const diner = await fresh();
  await diner.registerCard(CARDS.plain);
  const day = await diner.day("obento-hako", await freeDay("obento-hako"));
  const [slot] = day.groups;
  if (!slot) throw new Error("nothing is delivered");
  const uid = await diner.hold("obento-hako", day, slot, 2);
  await diner.enter(page.context());
  await page.goto(`/r/obento-hako/reservations/${uid}/review`);
  const order = page.getByRole("button", { name: "支払って注文を確定する" });
  await expect(page.getByText("ご注文の枠を確保しています")).toBeVisible();
  await tickEverything(page);
  await order.click();
  await expect(page.getByLabel("郵便番号")).toBeFocused();
  await expect(page.getByLabel("番地")).toHaveAccessibleDescription(/入力してください/);

  // The answer about the postcode comes while the address is being typed.
  let answer: (() => void) | undefined;
  const typed = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/103\.json$/, (route) => typed.then(() => route.continue()));
  await page.getByLabel("郵便番号").fill("１０３ー００１３");
  await page.getByLabel("市区町村・町名").fill("中央区日本橋");
  answer?.();
  await expect(page.getByLabel("都道府県")).toHaveValue("東京都");
  await expect(page.getByLabel("市区町村・町名"), "what was typed meanwhile stays").toHaveValue("中央区日本橋");
  await page.getByLabel("番地").fill("2-4-6");
  await page.getByLabel("時間帯").selectOption("14時〜16時");
  const final = page.getByRole("region", { name: "お申し込みの最終確認" });
  await expect(final.getByRole("definition").filter({ hasText: "14時〜16時" })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath("delivery.png"), fullPage: true });
  await order.click();
  await expect(page).toHaveURL(/\/users\/reservations\//);
  await expect(page.getByText("〒103-0013 東京都中央区日本橋2-4-6")).toBeVisible();
  await expect(page.getByText(/14時〜16時/)).toBeVisible();
  await expect(page.getByRole("term").filter({ hasText: "個数" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "お弁当はこのご注文" })).toBeVisible();
  await page.goto("/users/upcoming_reservations");
  await expect(page.getByRole("article")).toContainText("2個");
  await expect(page.getByRole("article")).toContainText("注文確定");
});

// F032
test("a missing page says so, with a link to the home page", async ({ page }) => {
  for (const address of ["/r/no-such-place", "/r/hidden-soba", "/nothing/here"]) {
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: /見つかりません/ }), address).toBeVisible();
  }
  await page.getByRole("link", { name: "トップページへ" }).click();
  await expect(page.getByRole("heading", { name: "お店", exact: true })).toBeVisible();
  await page.goto("/en/r/no-such-place");
  await expect(page.getByRole("heading", { level: 1, name: /見つかりません|not found/i })).toBeVisible();
});

// F082
test("another diner's reservation does not exist", async ({ page, fresh, as, freeDay }) => {
  const slug = "yakitori-tomoshibi";
  const uid = await openSlot(await fresh(), slug, await freeDay(slug));
  const stranger = await as("emma@seki.test");
  await stranger.enter(page.context());
  for (const path of [`/users/reservations/${uid}`, `/r/${slug}/reservations/${uid}/review`]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: /見つかりません|not found/i })).toBeVisible();
  }
});

/** The default title of a problem by RFC 9457, which is not one of our headings. */
const PHRASE = "Unprocessable Entity";

test("a broken, busy or unreachable server shows a message, and can be retried", async ({ page, complaints }) => {
  await page.goto("/");
  const link = page.getByRole("link", { name: "鮨かぐら" });
  const fail = (status: number) =>
    page.route("**/r/sushi-kagura", (route) =>
      route.request().headers().accept?.includes("json")
        ? route.fulfill({
            status,
            contentType: "application/problem+json",
            body: JSON.stringify({ status, title: PHRASE }),
          })
        : route.continue(),
    );
  for (const [status, heading] of [
    [500, "問題が発生しました"],
    [503, "ただいまご利用いただけません"],
    [429, "ただいま混み合っています"],
    [422, "このページは表示できません"],
    [404, "ページが見つかりません"],
  ] as const) {
    await fail(status);
    await link.click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await page.unroute("**/r/sushi-kagura");
    await page.goto("/");
  }
  await page.route("**/r/sushi-kagura", (route) => route.abort());
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: "通信できませんでした" })).toBeVisible();
  await page.unroute("**/r/sushi-kagura");
  await page.getByRole("button", { name: "再読み込み" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "鮨かぐら" })).toBeVisible();
  // The console notes the answers made up above.
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((each) => !/status of 50[03]|ERR_FAILED|PageProblem/.test(each)),
  );
});

test("a page that had no connection loads by itself when there is one again", async ({ page, complaints }) => {
  await page.goto("/");
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "鮨かぐら" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "通信できませんでした" })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "鮨かぐら" })).toBeVisible();
  const others = complaints.filter((each) => !/ERR_INTERNET_DISCONNECTED|PageProblem/.test(each));
  complaints.splice(0, complaints.length, ...others);
});

test("the menu of a visitor offers sign-in, sign-up and the public pages", async ({ page, guest }) => {
  const { config } = (await (await guest.get("/")).json()) as {
    config: { links: Record<"owners" | "help", string | null> };
  };
  await page.goto("/");
  const menu = page.getByRole("navigation", { name: "メインメニュー" });
  const texts = [config.links.owners && "飲食店の方へ", config.links.help && "ヘルプ", "ログイン", "新規会員登録"];
  await expect(menu.getByRole("link")).toHaveText(texts.filter((text) => text !== null));
});

test("the home page filters by area, cuisine, facility and keyword, and reports an empty result", async ({ page }) => {
  await page.goto("/");
  const names = page.getByRole("article").getByRole("heading", { level: 3 });
  const showsAll = async () => {
    for (const name of ["鮨かぐら", "懐石はないかだ", "焼鳥ともしび", "お弁当はこ", "天ぷらすーん"]) {
      await expect(names.filter({ hasText: name })).toHaveCount(1);
    }
    await expect(names.filter({ hasText: "隠れそば" }), "it is hidden").toHaveCount(0);
  };
  await showsAll();
  const facilities = page.getByRole("group", { name: "設備・サービス" });
  await page.locator("summary", { hasText: "設備・サービス" }).press("Enter");
  await facilities.getByLabel("車椅子対応").check();
  await facilities.getByLabel("駐車場あり").check();
  await page.getByRole("button", { name: "検索", exact: true }).click();
  await expect(names).toHaveText(["懐石はないかだ"]);
  await expect(facilities.getByLabel("駐車場あり"), "the choice stays open").toBeChecked();
  await checkAccessibility(page);
  await facilities.getByLabel("車椅子対応").uncheck();
  await facilities.getByLabel("駐車場あり").uncheck();
  await page.getByRole("button", { name: "検索", exact: true }).click();
  await showsAll();
  await page.getByLabel("エリア").selectOption("東京");
  await page.getByLabel("料理", { exact: true }).selectOption("鮨");
  await page.getByRole("button", { name: "検索", exact: true }).click();
  await expect(names).toHaveText(["鮨かぐら"]);
  await expect(page).toHaveURL(/area=.*cuisine=/);
  await page.getByLabel("キーワード").fill("焼き鳥");
  await page.getByLabel("キーワード").press("Enter");
  await expect(page.getByRole("heading", { name: "該当するお店がありません" })).toBeVisible();
  await expect(page.getByText("言葉や条件の近いお店をご案内します")).toBeVisible();
  await expect(page.getByRole("region", { name: "近いお店" }).getByRole("heading", { level: 3 })).toHaveText([
    "焼鳥ともしび",
  ]);
  await page.getByRole("link", { name: "条件を解除する" }).click();
  await showsAll();
  await page.goto("/en?keyword=hanaikda&page=50");
  await expect(page.getByRole("region", { name: "Closest matches" }).getByRole("article").first()).toContainText(
    "Kaiseki Hanaikada",
  );
  await page.goto("/ja?page=50");
  await expect(page.getByRole("heading", { name: "このページには結果がありません" })).toBeVisible();
  await page.getByRole("link", { name: "最初のページに戻る" }).click();
  await showsAll();
});

// F036
test("the calendar starts on Monday, with today's month, and ends with the booking window", async ({ page, guest }) => {
  const { calendar } = await guest.page<{ calendar: { reservable_till: string } }>("/r/sushi-kagura");
  const [year, month] = calendar.reservable_till.split("-").map(Number);
  await page.goto("/r/sushi-kagura");
  await showToday(page);
  const grid = page.getByRole("grid");
  await expect(grid.getByRole("columnheader")).toHaveText(["月", "火", "水", "木", "金", "土", "日"]);
  await expect(page.getByRole("button", { name: "前の月" })).toBeDisabled();
  await page.getByRole("button", { name: "次の月" }).click();
  await expect(page.getByRole("grid", { name: `${year}年${month}月` })).toBeVisible();
  await expect(page.getByRole("button", { name: "前の月" })).toBeEnabled();
  await expect(page.getByRole("button", { name: "次の月" })).toHaveCount(0);
});

test("every browser gets Seki's icon", async ({ page, request }) => {
  await page.goto("/");
  const linked = await page.locator("link[rel$=icon]").evaluateAll((links) => links.map((a) => a.getAttribute("href")));
  expect(linked).toEqual(["/icon.svg", "/favicon.ico", "/apple-touch-icon.png"]);
  for (const address of linked) {
    const answer = await request.get(address ?? "");
    expect(answer.status(), address ?? "").toBe(200);
    expect(answer.headers()["content-type"]).toMatch(/^image\//);
    expect(answer.headers()["cache-control"]).toContain("max-age=");
  }
});
