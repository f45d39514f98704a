import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { aMemberPlan } from "@/testing/member-builders";
import { renderSite } from "@/testing/render-site";

const ADDRESS = "/users/premium/plans/new";
const BUTTON = { name: "ゴールド会員に登録する" };

it("offers gold to an invited diner, with its price before the sign-up", async () => {
  const user = userEvent.setup();
  const { calls, assign } = await renderSite(ADDRESS, { visitor: "aoi", card: false });
  expect(calls).toEqual([]);
  await user.click(screen.getByRole("button", BUTTON));
  const dialog = await screen.findByRole("dialog", { name: "ゴールド会員のお申し込み" });
  expect(dialog).toHaveTextContent("9,800円");
  expect(dialog).toHaveTextContent("プランはご登録のカードで自動的に更新されます。");
  await user.click(within(dialog).getByRole("button", { name: "登録する" }));
  const back = encodeURIComponent(ADDRESS);
  expect(assign).toHaveBeenCalledWith(`/users/profile/credit_card/edit?next=${back}`);
});

it("does not mention gold to other diners", async () => {
  await renderSite(ADDRESS);
  expect(screen.getByRole("button", { name: "登録する" })).toBeVisible();
  expect(screen.queryByRole("button", BUTTON)).toBeNull();
});

it("confirms a cancellation, but only if there is one", async () => {
  const subscription = aMemberPlan({ is_cancelled: true });
  await renderSite(ADDRESS, { pages: { premium_plans_new: { subscription } } });
  expect(screen.getByText(/^解約を承りました/)).toBeVisible();
  cleanup();
  await renderSite(ADDRESS);
  expect(screen.getByRole("heading", { level: 1 })).toBeVisible();
  expect(screen.queryByText(/^解約を承りました/)).toBeNull();
});

it("offers nothing to a diner whose other plan includes premium", async () => {
  await renderSite(ADDRESS, { pages: { premium_plans_new: { is_included: true, prices: [] } } });
  expect(screen.getByText("ご利用中のプランに、プレミアム会員の特典がすべて含まれています。")).toBeVisible();
  expect(screen.getByRole("link", { name: "会員ページへ" })).toHaveAttribute("href", "/users/premium");
  expect(screen.queryByRole("button", { name: "登録する" })).toBeNull();
  expect(screen.queryByLabelText("キャンペーンコード・クーポンコード")).toBeNull();
});
