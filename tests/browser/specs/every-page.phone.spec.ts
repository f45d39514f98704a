import type { Page } from "@playwright/test";
import { unusedContact } from "../support/diner";
import type { Diner } from "../support/diner";
import { ignoreConnectionErrors, holdsOut } from "../support/holds-out";
import type { Stop } from "../support/holds-out";
import { CARDS, chooseSeat, fillCard, pickDay, proceedToReview, tickEverything } from "../support/steps";
import { expect, test } from "../support/test";

const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole("heading", { level: 1, name, exact: typeof name === "string" })).toBeVisible();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** The intent that brought the visitor to sign-in. */
const expectIntent = (page: Page) => expect(page.getByText(/^鮨かぐら \d+月\d+日の予約を続けます。$/)).toBeVisible();

test.afterEach(({ complaints }) => ignoreConnectionErrors(complaints));

test.describe("a new visitor on a phone, in bad reception", () => {
  let date = "";

  test.beforeEach(async ({ freeDay }) => {
    date = await freeDay("sushi-kagura");
  });

  const stops: Stop[] = [
    {
      name: "the restaurant's page",
      arrive: async (page) => {
        await page.goto("/");
        await page
          .getByRole("link", { name: /鮨かぐら/ })
          .first()
          .tap();
      },
      kept: (page) => heading(page, "鮨かぐら"),
      press: (page) =>
        page
          .getByRole("gridcell")
          .getByRole("button", { name: /空席あり$/ })
          .last()
          .tap(),
      resume: async (page) => {
        await heading(page, "鮨かぐらを予約する");
        await page.goBack();
        await heading(page, "鮨かぐら");
      },
    },
    {
      name: "sign-in, on the way to a booking",
      arrive: async (page) => {
        await page.goto("/r/sushi-kagura");
        await pickDay(page, date);
        await chooseSeat(page, /カウンター 17:30/);
        await button(page, "予約内容の確認へ進む").tap();
      },
      kept: async (page) => {
        await heading(page, "ログイン");
        await expectIntent(page);
      },
      press: async (page) => {
        await page.getByLabel("メールアドレス").fill("hanako@seki.test");
        await page.getByLabel("パスワード", { exact: true }).fill("Seki-2026");
        await button(page, "ログインする").tap();
      },
    },
    {
      name: "signing up",
      arrive: async (page) => {
        await page.getByRole("main").getByRole("link", { name: "新規会員登録" }).tap();
        await page.getByLabel("姓", { exact: true }).fill("木村");
      },
      kept: async (page) => {
        await expectIntent(page);
        await expect(page.getByLabel("姓", { exact: true })).toHaveValue("木村");
      },
      // Each tab has its own form.
      secondTab: expectIntent,
      press: async (page) => {
        await page.getByLabel("電話番号", { exact: true }).fill(`0${unusedContact().localNumber}`);
        await button(page, "電話で認証する").tap();
      },
    },
  ];

  test("the restaurant, sign-in and sign-up", async ({ page }) => {
    for (const stop of stops) await holdsOut(page, stop);
  });
});

test.describe("a new diner, in bad reception", () => {
  const SLUG = "kaiseki-hanaikada";
  let diner: Diner;
  let date = "";

  test.beforeEach(async ({ page, fresh, freeDay }) => {
    diner = await fresh({ confirmsAddress: false });
    date = await freeDay(SLUG);
    await diner.enter(page.context());
  });

  const choosing: Stop = {
    name: "choosing a table",
    arrive: async (page) => {
      await page.goto(`/r/${SLUG}`);
      await page.getByRole("link", { name: "予約する" }).last().tap();
      await heading(page, "懐石はないかだを予約する");
      await pickDay(page, date);
      await chooseSeat(page, /テーブル席 17:30/);
      await page.getByLabel("開始時間").selectOption("17:30");
    },
    kept: async (page) => {
      await heading(page, "懐石はないかだを予約する");
      await expect(page.getByRole("radio", { name: /テーブル席 17:30/ })).toBeChecked();
      await expect(page.getByLabel("人数", { exact: true })).toHaveValue("2");
      await expect(page.getByLabel("開始時間")).toHaveValue(/./);
    },
    press: (page) => button(page, "予約内容の確認へ進む").tap(),
  };
  const reviewing: Stop = {
    name: "looking it over",
    arrive: (page) => proceedToReview(page),
    kept: async (page) => {
      await heading(page, "予約内容の確認");
      await expect(page.getByRole("timer", { name: "確保の残り時間" })).toBeVisible();
      await expect(page.getByText(/ × 2名$/)).toBeVisible();
    },
    press: async (page) => {
      await tickEverything(page);
      await button(page, "支払って予約を確定する").tap();
    },
  };
  const booking: Stop = {
    name: "the booking",
    arrive: async (page) => {
      await button(page, "支払って予約を確定する").tap();
      await expect(page).toHaveURL(/\/users\/reservations\//);
    },
    kept: async (page) => {
      await heading(page, "懐石はないかだの予約");
      await expect(page.getByText("予約確定", { exact: true }).first()).toBeVisible();
    },
    press: async (page) => {
      await button(page, "予約をキャンセルする").tap();
      await page.getByRole("alertdialog").getByRole("button", { name: "キャンセルする" }).click();
    },
  };

  test("choice, review and booking", async ({ page }) => {
    await diner.registerCard(CARDS.plain);
    for (const stop of [choosing, reviewing, booking]) await holdsOut(page, stop);
  });

  const afterwards: Stop[] = [
    {
      name: "the restaurants to pick",
      arrive: async (page) => {
        await page.goto("/users/after_registrations/pick_restaurants");
        await page.getByLabel("都道府県").selectOption("東京都");
      },
      kept: async (page) => {
        await heading(page, "気になるお店を選ぶ");
        await expect(page.getByLabel("都道府県")).toHaveValue("東京都");
        await expect(page.getByRole("button", { name: /鮨かぐら/ })).toHaveAttribute("aria-pressed", "false");
      },
      press: (page) => page.getByRole("button", { name: /鮨かぐら/ }).tap(),
    },
    {
      name: "what was picked",
      arrive: (page) => page.getByRole("link", { name: "次へ" }).tap(),
      kept: (page) => heading(page, /お気に入り/),
    },
    {
      name: "the confirmation of the address",
      arrive: async (page) => {
        await page.goto("/users/after_registrations/confirm_email");
      },
      kept: (page) => heading(page, "メールアドレスの確認"),
      press: (page) => page.getByRole("main").getByRole("button", { name: "確認メールを再送する" }).tap(),
    },
    {
      name: "the card",
      arrive: async (page) => {
        await page.goto("/users/profile");
        await page.goto("/users/profile/credit_card/edit");
      },
      kept: (page) => heading(page, /カード/),
      press: async (page) => {
        await fillCard(page, CARDS.plain);
        await button(page, "カードを登録する").tap();
      },
    },
  ];

  test("the card and the pages after sign-up", async ({ page }) => {
    for (const stop of afterwards) await holdsOut(page, stop);
  });
});
