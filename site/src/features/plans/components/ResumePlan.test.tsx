import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { PageData } from "@/api";
import { aMemberPlan, anOffer, aQuote } from "@/testing/member-builders";
import { renderSite } from "@/testing/render-site";

const RESUME = { name: "このまま継続する" };
const cancelled = { is_cancelled: true };
const gold = { grade: "gold", stripe_price_id: "price_gold", amount: 9800 } as const;
const club = { grade: "ohc", stripe_price_id: "price_ohc", amount: 3000 } as const;
const quote = aQuote({ amount_today: 0, first_payment_on: "2026-12-24", renews_on: "2027-01-24" });

const goldPage = (part: Parameters<typeof aMemberPlan>[0], more: Partial<PageData["gold"]> = {}) => ({
  pages: {
    gold: { subscription: aMemberPlan({ ...gold, ...part }), offer: anOffer({ ...gold, quote }), ...more },
  },
});
const clubPage = (part: Parameters<typeof aMemberPlan>[0]) => ({
  pages: {
    ohc: { is_member: true, offer: anOffer({ ...club, quote }), subscription: aMemberPlan({ ...club, ...part }) },
  },
});

async function agree() {
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", RESUME));
  const terms = screen.getByRole("dialog", { name: "お申し込みの最終確認" });
  // The paid period is not charged again.
  expect(terms).toHaveTextContent("2026年12月24日（木）に");
  expect(terms).toHaveTextContent("次の期間の分です");
  await user.click(within(terms).getByRole("button", { name: "この内容で申し込む" }));
}

describe("a cancelled subscription", () => {
  it("resumes by gold's own call, after the terms", async () => {
    const { calls } = await renderSite("/gold", goldPage(cancelled));
    expect(screen.getByText("解約済み（期限まで有効）")).toBeVisible();
    expect(screen.queryByRole("button", { name: "解約する" })).toBeNull();
    await agree();
    expect(calls.filter(({ method }) => method === "POST")).toMatchObject([
      { path: "/users/gold/subscriptions", body: { promote_uid: null } },
    ]);
  });

  it("resumes the club at its own price", async () => {
    const { calls } = await renderSite("/ohc", clubPage(cancelled));
    await agree();
    const body = { subscription: { stripe_price_id: "price_ohc", grade: "ohc" } };
    expect(calls.filter(({ method }) => method === "POST")).toMatchObject([{ path: "/users/api/plans", body }]);
  });

  it("is said to continue", async () => {
    const message = "OHCの解約を取り消しました。";
    const body = { status: "active", redirect_to: "/ohc", stripe_client_secret: null, message };
    await renderSite("/ohc", { ...clubPage(cancelled), answers: { "POST /users/api/plans": [{ status: 200, body }] } });
    await agree();
    expect(await screen.findByText(message)).toBeVisible();
  });

  it("requires a card first if there is none", async () => {
    for (const [address, world] of [
      ["/gold", goldPage(cancelled)],
      ["/ohc", clubPage(cancelled)],
    ] as const) {
      const { assign, calls } = await renderSite(address, { ...world, card: false });
      await agree();
      expect(assign).toHaveBeenCalledWith(`/users/profile/credit_card/edit?next=${encodeURIComponent(address)}`);
      expect(calls.some(({ method }) => method === "POST")).toBe(false);
      document.body.innerHTML = "";
    }
  });

  it("cannot be resumed at another price", async () => {
    await renderSite("/gold", goldPage(cancelled, { offer: anOffer({ ...gold, stripe_price_id: "price_other" }) }));
    expect(screen.queryByRole("button", RESUME)).toBeNull();
  });

  it("cannot be resumed after a declined renewal", async () => {
    await renderSite("/ohc", clubPage({ ...cancelled, status: "past_due", pay_by: "2026-12-24T10:00:00+09:00" }));
    expect(screen.queryByRole("button", RESUME)).toBeNull();
  });

  it("links from the members' page to the page with its terms", async () => {
    const plans = [aMemberPlan(cancelled), aMemberPlan({ ...gold, ...cancelled, stripe_subscription_id: "sub_2" })];
    await renderSite("/users/premium", { visitor: "kenji", pages: { premium: { subscriptions: plans } } });
    const ways = screen.getAllByRole("link", RESUME).map((link) => link.getAttribute("href"));
    expect(ways).toEqual(["/users/premium/plans/new", "/gold"]);
  });
});

it("cannot be resumed while it is renewed", async () => {
  await renderSite("/gold", goldPage({}));
  expect(screen.getByRole("button", { name: "解約する" })).toBeVisible();
  expect(screen.queryByRole("button", RESUME)).toBeNull();
});
