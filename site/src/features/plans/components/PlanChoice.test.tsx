import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import * as external from "@/external";
import { anOffer, aQuote } from "@/testing/member-builders";
import { renderSite, stubScripts } from "@/testing/render-site";

const ADDRESS = "/users/premium/plans/new";
const CALL = "/users/api/plans";
const asked = {
  status: 200,
  body: {
    status: "requires_action",
    stripe_client_secret: "pi_1_secret",
    stripe_payment_method: "pm_1",
    stripe_subscription_id: "sub_1",
    redirect_to: null,
  },
};
const failed = { status: 422, body: { status: 422, message: "カードの本人認証に失敗しました。" } };
const spans = [
  { from_month: 1, till_month: 2, amount: 490 },
  { from_month: 3, till_month: null, amount: 980 },
];
const withCoupon = {
  premium_plans_new: {
    prices: [
      anOffer({
        spans,
        quote: aQuote({
          amount_today: 490,
          first_payment_amount: 490,
          following: [
            { on: "2026-12-24", amount: 490 },
            { on: "2027-01-24", amount: 980 },
          ],
        }),
      }),
    ],
    campaign_code: "HALF",
    coupon: { amount_off: 490, duration_in_months: 2 },
  },
};

const terms = () => screen.getByRole("dialog", { name: "お申し込みの最終確認" });

async function subscribe(user: ReturnType<typeof userEvent.setup>, today = "490円") {
  await user.click(screen.getByRole("button", { name: /^(登録する|\dか月無料で試す)$/ }));
  expect(terms()).toHaveTextContent(`本日のお支払い${today}`);
  await agree(user);
}

async function agree(user: ReturnType<typeof userEvent.setup>) {
  await user.click(within(terms()).getByRole("button", { name: "この内容で申し込む" }));
}

// F094, F101
describe("premium with a coupon and a card that requires 3-D Secure", () => {
  it.each([
    ["failed", { error: { message: "failed" } }, failed, "カードの本人認証に失敗しました。"],
    [
      "was abandoned",
      { error: { message: "left" } },
      asked,
      "カードの本人認証が完了していません。もう一度お試しください。",
    ],
  ])(
    "reports that the authentication %s, and keeps the coupon for the next attempt",
    async (_, bank, answer, words) => {
      const user = userEvent.setup();
      stubScripts(() => Promise.resolve(bank));
      const answers = {
        [`POST ${CALL}`]: [asked, answer, asked, { status: 200, body: { redirect_to: "/users/profile" } }],
      };
      const { calls } = await renderSite(ADDRESS, { pages: withCoupon, answers });
      await subscribe(user);
      expect(await screen.findByText(words)).toBeVisible();
      const choice = { subscription: { stripe_price_id: "price_green", grade: "green" }, campaign_code: "HALF" };
      const sent = () => calls.filter(({ method, path }) => method === "POST" && path === CALL).map(({ body }) => body);
      expect(sent()).toMatchObject([choice, { ...choice, stripe_subscription_id: "sub_1" }]);
      // The next attempt sends the plan and its code again, and succeeds.
      await subscribe(user);
      expect(await screen.findByRole("heading", { level: 1, name: "アカウント" })).toBeVisible();
      expect(sent()[2]).toMatchObject(choice);
      expect(sent()[2]).not.toHaveProperty("stripe_subscription_id");
    },
  );
});

it("shows that the browser is offline, as every form does", async () => {
  const user = userEvent.setup();
  stubScripts(() => Promise.resolve({}));
  await renderSite(ADDRESS, { pages: withCoupon });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
  await subscribe(user);
  expect(await screen.findByText(/^通信できませんでした/)).toBeVisible();
});

const trial = aQuote({
  amount_today: 0,
  first_payment_on: "2027-01-24",
  renews_on: "2027-02-24",
  trial_months: 2,
});

it("shows that a trial costs nothing today, and the first payment's day and sum", async () => {
  const user = userEvent.setup();
  const pages = {
    premium_plans_new: { prices: [anOffer({ quote: trial })], trial_months: 2, campaign_code: "SPRING" },
  };
  const answers = { [`POST ${CALL}`]: [{ status: 200, body: { redirect_to: "/users/profile" } }] };
  const { calls } = await renderSite(ADDRESS, { pages, answers });
  await user.click(screen.getByRole("button", { name: /^(登録する|\dか月無料で試す)$/ }));
  expect(terms()).toHaveTextContent("本日のお支払い0円");
  expect(terms()).toHaveTextContent("初回のお支払い2027年01月24日（日）に980円（それまでは無料です）");
  expect(terms()).toHaveTextContent("2027年02月24日（水）から");
  await agree(user);
  expect(calls.filter(({ method }) => method === "POST")).toMatchObject([
    {
      body: {
        is_monthly_green_trial: true,
        campaign_code: "SPRING",
        quote: { amount_today: 0, first_payment_on: "2027-01-24", first_payment_amount: 980, renews_on: "2027-02-24" },
      },
    },
  ]);
});

it("asks again with the new quote when something else would be charged", async () => {
  const user = userEvent.setup();
  const pages = { premium_plans_new: { prices: [anOffer({ quote: trial })], trial_months: 2 } };
  const differs = {
    status: 409,
    body: { status: 409, code: "plan_quote_differs", message: "変わりました。", current: aQuote() },
  };
  const done = { status: 200, body: { redirect_to: "/users/profile" } };
  const { calls } = await renderSite(ADDRESS, { pages, answers: { [`POST ${CALL}`]: [differs, done] } });
  await subscribe(user, "0円");
  expect(await screen.findByText(/^お支払いの金額または日付が変わりました/)).toBeVisible();
  expect(terms()).toHaveTextContent("本日のお支払い980円");
  await agree(user);
  const sent = calls.filter(({ method }) => method === "POST").map(({ body }) => body);
  expect(sent).toMatchObject([
    { is_monthly_green_trial: true, quote: { amount_today: 0 } },
    { is_monthly_green_trial: false, quote: { amount_today: 980, first_payment_on: "2026-11-24" } },
  ]);
});

it("sends no campaign code with a quote that has no trial any more", async () => {
  const user = userEvent.setup();
  const prices = [anOffer({ quote: trial })];
  const pages = { premium_plans_new: { prices, trial_months: 2, campaign_code: "SPRING" } };
  const differs = { status: 409, body: { status: 409, code: "plan_quote_differs", current: aQuote() } };
  const done = { status: 200, body: { redirect_to: "/users/profile" } };
  const { calls } = await renderSite(ADDRESS, { pages, answers: { [`POST ${CALL}`]: [differs, done] } });
  await subscribe(user, "0円");
  expect(await screen.findByText(/^お支払いの金額または日付が変わりました/)).toBeVisible();
  await agree(user);
  const sent = calls.filter(({ method }) => method === "POST").map(({ body }) => body);
  expect(sent).toMatchObject([{ campaign_code: "SPRING" }, { campaign_code: null }]);
});

it("starts again from the page's quote after the new quote was closed", async () => {
  const user = userEvent.setup();
  const pages = { premium_plans_new: { prices: [anOffer({ quote: trial })], trial_months: 2 } };
  const differs = { status: 409, body: { status: 409, code: "plan_quote_differs", current: aQuote() } };
  await renderSite(ADDRESS, { pages, answers: { [`POST ${CALL}`]: [differs] } });
  await subscribe(user, "0円");
  expect(await screen.findByText(/^お支払いの金額または日付が変わりました/)).toBeVisible();
  await user.click(within(terms()).getAllByRole("button", { name: "閉じる" })[0]!);
  await user.click(screen.getByRole("button", { name: /^(登録する|\dか月無料で試す)$/ }));
  expect(terms()).toHaveTextContent("本日のお支払い0円");
  expect(screen.queryByText(/^お支払いの金額または日付が変わりました/)).toBeNull();
});

it("shows the quote of another code after a quote had changed and the request failed", async () => {
  const user = userEvent.setup();
  const pages = { premium_plans_new: { prices: [anOffer({ quote: trial })], trial_months: 2 } };
  const differs = { status: 409, body: { status: 409, code: "plan_quote_differs", current: aQuote() } };
  const { world } = await renderSite(ADDRESS, { pages, answers: { [`POST ${CALL}`]: [differs, failed] } });
  await subscribe(user, "0円");
  expect(await screen.findByText(/^お支払いの金額または日付が変わりました/)).toBeVisible();
  await agree(user);
  expect(await screen.findByText("カードの本人認証に失敗しました。")).toBeVisible();
  world.pages = withCoupon;
  await user.type(screen.getByLabelText("キャンペーンコード・クーポンコード"), "HALF");
  await user.click(screen.getByRole("button", { name: "適用する" }));
  expect(await screen.findAllByText(/490円/)).not.toHaveLength(0);
  await user.click(screen.getByRole("button", { name: /^(登録する|\dか月無料で試す)$/ }));
  expect(terms()).toHaveTextContent("本日のお支払い490円");
});

it("asks a diner whether an overlapping plan shall continue", async () => {
  const user = userEvent.setup();
  const club = { grade: "ohc", is_wider: true, amount: 3000, interval: "month", interval_count: 1 } as const;
  const quote = aQuote({ overlaps: [{ ...club, renews_on: "2026-12-01" }] });
  const pages = { premium_plans_new: { prices: [anOffer({ quote })] } };
  const answers = { [`POST ${CALL}`]: [{ status: 200, body: { redirect_to: "/users/profile" } }] };
  const { calls } = await renderSite(ADDRESS, { pages, answers });
  await user.click(screen.getByRole("button", { name: /^(登録する|\dか月無料で試す)$/ }));
  const submit = within(terms()).getByRole("button", { name: "この内容で申し込む" });
  expect(submit).toBeDisabled();
  expect(terms()).toHaveTextContent("OHC ホスピタリティクラブには、プレミアム会員の特典がすべて含まれています");
  expect(terms()).toHaveTextContent("2026年12月01日（火）");
  await user.click(within(terms()).getByRole("checkbox"));
  await user.click(submit);
  expect(calls.filter(({ method }) => method === "POST")).toMatchObject([{ body: { quote: { overlaps: ["ohc"] } } }]);
});

it("says that an attempt at the bank is charged once its authentication is complete", async () => {
  const user = userEvent.setup();
  const gold = { grade: "gold", is_wider: true, amount: 9800, interval: "month", interval_count: 1 } as const;
  const quote = aQuote({ overlaps: [{ ...gold, renews_on: null }] });
  await renderSite(ADDRESS, { pages: { premium_plans_new: { prices: [anOffer({ quote })] } } });
  await user.click(screen.getByRole("button", { name: /^(登録する|\dか月無料で試す)$/ }));
  expect(terms()).toHaveTextContent("お申し込みは、カードの本人認証がまだ完了していません");
});

it.each([
  ["used", "無料期間はお一人さま1回までです"],
  ["phone_unconfirmed", "電話番号の確認が必要です"],
  ["with_coupon", "クーポンをお使いの場合"],
] as const)("says why there is no trial: %s", async (trial_refusal, words) => {
  await renderSite(ADDRESS, { pages: { premium_plans_new: { trial_refusal } } });
  expect(screen.getByText(new RegExp(words))).toBeVisible();
});

it("names the sums of the bank's dialogs to a diner without a card", async () => {
  await renderSite(ADDRESS, { card: false });
  expect(screen.getByText(/1 \/ 2：0円/)).toHaveTextContent("2 / 2：980円");
});

// F208
it.each([
  [{ status: 500, message: "internal" }, "問題が発生しました。この画面を閉じて、ページを再読み込みしてください。"],
  [{ status: 422, message: "このカードはご利用いただけません。" }, "このカードはご利用いただけません。"],
])("shows the text of a failed subscription: %o", async (body, text) => {
  const user = userEvent.setup();
  stubScripts(() => Promise.resolve({}));
  await renderSite(ADDRESS, { pages: withCoupon, answers: { [`POST ${CALL}`]: [{ status: body.status, body }] } });
  await subscribe(user);
  expect(await screen.findByText(text)).toBeVisible();
});

it("says that the card provider's script is missing", async () => {
  const user = userEvent.setup();
  vi.spyOn(external, "loadCards").mockRejectedValue(new Error("blocked"));
  await renderSite(ADDRESS, { pages: withCoupon, answers: { [`POST ${CALL}`]: [asked, asked] } });
  await subscribe(user);
  expect(await screen.findByText(/^カード会社の本人認証を読み込めませんでした。/)).toBeVisible();
});

it.each([
  ["ja", "1か月無料で試す", "本日のお支払い：0円", "月額プランより2か月分お得です。"],
  ["en", "Try 1 month for free", "You pay today: ¥0", "Saves 2 months compared with the monthly plan."],
] as const)("(%s) says what a trial costs today and what a year saves", async (locale, button, today, saves) => {
  const monthly = anOffer({ quote: aQuote({ amount_today: 0, trial_months: 1 }) });
  const yearly = anOffer({ stripe_price_id: "price_year", interval: "year", amount: 9_800 });
  await renderSite(ADDRESS, { locale, pages: { premium_plans_new: { prices: [monthly, yearly], trial_months: 1 } } });
  expect(screen.getByRole("button", { name: button })).toBeVisible();
  expect(screen.getByText(today)).toBeVisible();
  expect(screen.getByText(saves)).toBeVisible();
});

it("keeps a wrong code of the address in the field, with the reason", async () => {
  const pages = { premium_plans_new: { is_code_unknown: true } };
  await renderSite(`${ADDRESS}?campaign_code=%20half-1%20`, { pages });
  const code = screen.getByRole("textbox", { name: /^キャンペーンコード/ });
  expect(code).toHaveValue("half-1");
  expect(code).toBeInvalid();
  expect(screen.getByText("コードが正しくないか、期限が過ぎています。")).toBeVisible();
});

it.each([
  ["the sign-in", { visitor: "guest" }, "/users/sign_in?after_sign_in_url="],
  ["the card", { card: false }, "/users/profile/credit_card/edit?next="],
] as const)("keeps the code of an offer during the detour to %s", async (_, world, target) => {
  const user = userEvent.setup();
  const { assign } = await renderSite(ADDRESS, { ...world, pages: withCoupon });
  await user.click(screen.getByRole("button", { name: "登録する" }));
  const back = encodeURIComponent(`${ADDRESS}?campaign_code=HALF`);
  expect(assign).toHaveBeenCalledWith(`${target}${back}`);
});
