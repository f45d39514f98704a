import type { Page } from "@playwright/test";
import { JUSTIFICATION, signInAsAdmin } from "../support/admin";
import { checkAccessibility } from "../support/axe";
import { unusedContact } from "../support/diner";
import { ignoreConnectionErrors, holdsOut, isPlain } from "../support/holds-out";
import { newOwner, Staff } from "../support/staff";
import { CARDS, fillCard, fillSignUp, pickDay, tickEverything } from "../support/steps";
import { expect, test } from "../support/test";

test("a visitor orders lunch boxes for delivery, in bad reception", async ({ page, guest, complaints, freeDay }) => {
  const portions = page.getByLabel("個数", { exact: true });
  const order = page.getByRole("button", { name: "支払って注文を確定する" });
  await page.goto("/r/obento-hako");
  await pickDay(page, await freeDay("obento-hako"));
  await page.getByRole("radio", { name: /お届け枠/ }).tap();
  await expect(page.getByRole("radio", { name: /お届け枠/ })).toBeChecked();
  await page.getByRole("button", { name: "注文内容の確認へ進む" }).tap();
  await page.getByRole("main").getByRole("link", { name: "新規会員登録" }).tap();
  await fillSignUp(page, guest, unusedContact());
  await page.getByRole("button", { name: "登録する", exact: true }).tap();
  await holdsOut(page, {
    name: "choosing what is delivered",
    arrive: async () => {
      await page.getByRole("radio", { name: /お届け枠/ }).tap();
      await portions.selectOption("2個");
    },
    kept: async (shown) => {
      await expect(shown.getByRole("radio", { name: /お届け枠/ })).toBeChecked();
      await expect(shown.getByLabel("個数", { exact: true })).toHaveValue("2");
    },
    press: (shown) => shown.getByRole("button", { name: "注文内容の確認へ進む" }).tap(),
  });
  await holdsOut(page, {
    name: "where to",
    arrive: (shown) => shown.getByRole("button", { name: "注文内容の確認へ進む" }).tap(),
    kept: async (shown) => {
      await expect(shown.getByRole("heading", { level: 1, name: "注文内容の確認" })).toBeVisible();
      await expect(shown.getByText(/ × 2個$/)).toBeVisible();
    },
    press: async (shown) => {
      await fillCard(shown, CARDS.plain);
      await shown.getByRole("button", { name: "カードを登録する" }).tap();
    },
  });
  await page.getByRole("button", { name: "カードを登録する" }).tap();
  await expect(page.getByText("末尾 4242")).toBeVisible();
  await page.getByLabel("郵便番号").fill("103-0013");
  await page.getByLabel("都道府県").selectOption("東京都");
  await page.getByLabel("市区町村・町名").fill("中央区日本橋人形町");
  await page.getByLabel("番地").fill("2-4-6");
  await page.getByLabel("時間帯").selectOption("14時〜16時");
  await tickEverything(page);
  await page.context().setOffline(true);
  await order.tap();
  await expect(page.getByRole("alert").filter({ hasText: "通信できませんでした" })).toBeInViewport();
  await page.context().setOffline(false);
  await expect(page.getByLabel("番地"), "what was typed stays").toHaveValue("2-4-6");
  await order.tap();
  await expect(page).toHaveURL(/\/users\/reservations\//);
  await expect(page.getByText("〒103-0013 東京都中央区日本橋人形町2-4-6")).toBeVisible();
  await page.goBack();
  await expect(
    page.getByText("〒103-0013 東京都中央区日本橋人形町2-4-6"),
    "no second payment is requested",
  ).toBeVisible();
  await isPlain(page);
  ignoreConnectionErrors(complaints);
});

test("a visitor finds a restaurant by its sound; without a result the page offers the nearest", async ({ page }) => {
  const search = async (text: string) => {
    await page.getByLabel("キーワード").fill(text);
    await page.getByRole("button", { name: "検索", exact: true }).tap();
    await expect(page).toHaveURL(new RegExp(`keyword=${encodeURIComponent(text)}`));
  };
  await page.goto("/");
  for (const typed of ["すし", "ｓｕｓｈｉ", "寿司"]) {
    await search(typed);
    await expect(
      page
        .getByRole("main")
        .getByRole("link", { name: /鮨かぐら/ })
        .first(),
    ).toBeVisible();
  }
  await page.reload();
  await expect(page.getByLabel("キーワード")).toHaveValue("寿司");
  await search("kagurra");
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /鮨かぐら/ })
      .first(),
    "nearly",
  ).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: /鮨かぐら/ })
    .first()
    .tap();
  await expect(page.getByRole("heading", { level: 1, name: "鮨かぐら" })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("キーワード"), "the way back leads to what was found").toHaveValue("kagurra");
});

test("a mail's link on a phone unsubscribes without signing in", async ({ page, fresh, baseURL }) => {
  const reader = await fresh();
  await reader.post("/users/api/customers", {
    restaurant_slug: "yakitori-tomoshibi",
    customer: { shop_notification: true },
  });
  const staff = await Staff.signedIn(baseURL ?? "", await newOwner(reader.api, ["yakitori-tomoshibi"]));
  const { redirect_to } = await staff.write<{ redirect_to: string }>("POST", "/owners/announcements", {
    announcement: { subject_type: "event", body: "夏の会を催します。" },
    commit: "confirm",
  });
  await staff.write("POST", redirect_to, {});
  await staff.close();
  const link = new URL(await reader.link(/announcement_subscription\?token=/));
  await page.goto(link.pathname + link.search);
  await expect(page.getByText(/焼鳥ともしび/).first()).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole("main").getByRole("button", { name: /停止/ }).tap();
  await expect(page.getByRole("main").getByRole("button", { name: /再開|受け取る/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("main").getByRole("button", { name: /再開|受け取る/ })).toBeVisible();
});

const offer = (page: Page) => page.getByRole("complementary", { name: /language/i });

test.describe("a browser in English", () => {
  test.use({ locale: "en-US" });

  test("the page stays Japanese, offers English in English, and remembers a refusal", async ({ page }) => {
    await page.goto("/?keyword=寿司");
    await expect(page.locator("html")).toHaveAttribute("lang", "ja");
    await expect(offer(page)).toHaveAttribute("lang", "en");
    await checkAccessibility(page);
    await offer(page).getByRole("button", { name: "Read in English" }).tap();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page.getByLabel("Keyword"), "the page and its query are kept").toHaveValue("寿司");
    await expect(offer(page)).toBeHidden();
    await page.goto("/r/sushi-kagura");
    await expect(page.getByRole("heading", { level: 1, name: "Sushi Kagura" }), "chosen for good").toBeVisible();

    const other = await page
      .context()
      .browser()
      ?.newContext({ locale: "en-US", baseURL: new URL(page.url()).origin });
    if (!other) throw new Error("no browser");
    const second = await other.newPage();
    await second.goto("/");
    const answered = second.waitForResponse((answer) => answer.url().includes("locale=ja"));
    await offer(second).getByRole("button", { name: "Stay in Japanese" }).click();
    await expect(offer(second)).toBeHidden();
    await answered;
    await second.goto("/r/sushi-kagura");
    await expect(second.getByRole("heading", { level: 1, name: "鮨かぐら" })).toBeVisible();
    await expect(offer(second)).toBeHidden();
    await other.close();
  });
});

test("a restaurant that is hidden meanwhile shows a message, and its booking remains", async ({
  page,
  fresh,
  freeDay,
}) => {
  const slug = "yakitori-tomoshibi";
  const diner = await fresh();
  const day = await diner.day(slug, await freeDay(slug));
  const [group] = day.groups;
  if (!group) throw new Error("nothing to book");
  const uid = await diner.hold(slug, day, group, group.guests_count_option_values[0] ?? 1);
  await diner.confirm(slug, uid);
  await diner.enter(page.context());
  await page.goto(`/r/${slug}`);
  const adminContext = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  const adminPage = await adminContext?.newPage();
  if (!adminContext || !adminPage) throw new Error("no browser");
  await signInAsAdmin(adminPage);
  const show = async (visibility: string) => {
    const seen = await adminPage.request.get("/admin/restaurants", { headers: { Accept: "application/json" } });
    const headers = { "X-CSRF-Token": seen.headers()["x-csrf-token"] ?? "", Accept: "application/json" };
    const call = `/admin/api/r/${slug}/restaurant_dengerous_settings`;
    const data = { restaurant: { visibility }, ...JUSTIFICATION };
    const answer = await adminPage.request.put(call, { data, headers });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await show("hidden");
  try {
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: /見つかりません/ })).toBeVisible();
    await isPlain(page);
    await page.goto(`/users/reservations/${uid}`);
    await expect(page.getByText("予約確定", { exact: true }).first()).toBeVisible();
    await page.goto("/users/upcoming_reservations");
    await expect(page.getByRole("article").filter({ hasText: "焼鳥ともしび" })).toBeVisible();
  } finally {
    await show("public");
    await adminContext.close();
  }
});
