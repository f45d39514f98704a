import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { anOffer } from "@/testing/member-builders";
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
    prices: [anOffer({ spans })],
    campaign_code: "HALF",
    coupon: { amount_off: 490, duration_in_months: 2 },
  },
};

async function subscribe(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole("button", { name: "登録する" }));
  const terms = screen.getByRole("dialog", { name: "お申し込みの最終確認" });
  expect(terms).toHaveTextContent("本日 490円");
  await user.click(within(terms).getByRole("button", { name: "この内容で申し込む" }));
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
