import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { aMemberPlan } from "@/testing/member-builders";
import { renderSite } from "@/testing/render-site";

const CALL = "DELETE /users/api/plans";
const pages = { premium: { subscriptions: [aMemberPlan({})] } };

async function cancel(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.click(screen.getByRole("button", { name: "解約する" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByRole("textbox"), "使わない");
  await user.click(within(dialog).getByRole("button", { name: "解約する" }));
}

// F100
it.each([
  [{ status: 500, message: "internal" }, "問題が発生しました。"],
  [{ status: 422, message: "理由が短すぎます。" }, "問題が発生しました。"],
  [
    { status: 422, message: "解約できるプランがありません。", errorType: "noRecognition" },
    "解約できるプランがありません。",
  ],
])("shows the text of a failed cancellation: %o", async (body, text) => {
  const user = userEvent.setup();
  await renderSite("/users/premium", { visitor: "kenji", pages, answers: { [CALL]: [{ status: body.status, body }] } });
  await cancel(user);
  expect(await screen.findByText(text)).toBeVisible();
});

it("says that the connection is lost", async () => {
  const user = userEvent.setup();
  await renderSite("/users/premium", { visitor: "kenji", pages });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
  await cancel(user);
  expect(await screen.findByText(/^通信できませんでした/)).toBeVisible();
});

it("names the plan and its last day", async () => {
  const user = userEvent.setup();
  const both = [
    aMemberPlan({ period_end: "2026-12-31T00:00:00+09:00" }),
    aMemberPlan({ grade: "ohc", stripe_subscription_id: "sub_club", period_end: "2027-01-15T00:00:00+09:00" }),
  ];
  await renderSite("/users/premium", { visitor: "kenji", pages: { premium: { subscriptions: both } } });
  await user.click(screen.getAllByRole("button", { name: "解約する" })[1]!);
  const dialog = await screen.findByRole("dialog", { name: "OHC ホスピタリティクラブの解約" });
  expect(dialog).toHaveTextContent("OHC ホスピタリティクラブは、2027年01月15日（金）までご利用いただけます。");
});
