import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { aMemberPlan } from "@/testing/member-builders";
import { renderSite } from "@/testing/render-site";

it("describes the benefits of gold before the sign-up", async () => {
  await renderSite("/gold");
  const benefits = screen.getByRole("region", { name: "特典" });
  expect(benefits).toHaveTextContent("ゴールド会員のための予約枠");
  expect(benefits).toHaveTextContent("1回の予約枠で2件まで");
  const signUp = screen.getByRole("button", { name: "ゴールド会員に登録する" });
  expect(benefits.compareDocumentPosition(signUp)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it.each([true, false])(
  "copies the address to recommend, and says if the browser refuses it (allowed: %s)",
  async (allowed) => {
    const user = userEvent.setup();
    const address = "https://seki.test/gold?promote_uid=p1";
    const write = vi.spyOn(navigator.clipboard, "writeText");
    if (!allowed) write.mockRejectedValue(new Error("denied"));
    await renderSite("/gold", {
      pages: { gold: { subscription: aMemberPlan({ grade: "gold" }), own_promotion: address } },
    });
    await user.click(screen.getByRole("button", { name: "コピーする" }));
    expect(await screen.findByText(allowed ? "コピーしました。" : /^コピーできませんでした/)).toBeVisible();
    expect(write).toHaveBeenCalledWith(address);
  },
);

it("says over plain HTTP, where browsers offer no clipboard, that it could not copy", async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as never);
  await renderSite("/gold", {
    pages: { gold: { subscription: aMemberPlan({ grade: "gold" }), own_promotion: "https://seki.test/gold" } },
  });
  await user.click(screen.getByRole("button", { name: "コピーする" }));
  expect(await screen.findByText(/^コピーできませんでした/)).toBeVisible();
});
