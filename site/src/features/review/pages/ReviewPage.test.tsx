import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { renderSite, stubScripts } from "@/testing/render-site";

const ADDRESS = "/r/sushi-kagura/reservations/rsv_new/review";

async function tickAll(user: ReturnType<typeof userEvent.setup>) {
  for (const name of [/日時は/, /予約者本人/, /香水/, /旅行業法/, /キャンセルポリシーに同意/]) {
    await user.click(screen.getByRole("checkbox", { name }));
  }
}

describe("the review of a reservation", () => {
  // F062, F065
  it("completes only when every box is ticked, and after the bank agreed to each payment", async () => {
    const user = userEvent.setup();
    stubScripts(() => Promise.resolve({ paymentIntent: { id: "pi", status: "succeeded" } }));
    const { calls } = await renderSite(ADDRESS);
    const complete = screen.getByRole("button", { name: "支払って予約を確定する" });
    expect(complete).toBeDisabled();
    await tickAll(user);
    expect(complete).toBeEnabled();
    await user.click(complete);

    expect(await screen.findByRole("heading", { level: 1, name: "鮨かぐらの予約" })).toBeVisible();
    const report = calls.find(({ path }) => path.endsWith("confirm_with_three_d_secure_result"));
    expect(report?.body).toMatchObject({
      result: "succeeded",
      confirm_payment_intent_ids: ["pi_1", "pi_2"],
      reservation_review_page_items: { perfume: "1" },
    });
  });

  // F066
  it("stays, explains and allows another try when the bank refuses", async () => {
    const user = userEvent.setup();
    stubScripts(() => Promise.resolve({ error: { message: "認証に失敗しました。" } }));
    await renderSite(ADDRESS);
    await tickAll(user);
    await user.click(screen.getByRole("button", { name: "支払って予約を確定する" }));

    expect(await screen.findByText("カードの本人認証（3Dセキュア）に失敗したか、途中で中断されました。")).toBeVisible();
    expect(screen.getByRole("link", { name: "お支払い方法を変更する" })).toHaveAttribute(
      "href",
      expect.stringContaining("/users/profile/credit_card/edit?next="),
    );
    expect(screen.getByRole("button", { name: "支払って予約を確定する" })).toBeEnabled();
  });

  // F069
  it("gives the seat back when the diner changes their mind", async () => {
    const user = userEvent.setup();
    stubScripts(() => Promise.resolve({}));
    const { world } = await renderSite(ADDRESS);
    await user.click(screen.getByRole("button", { name: "予約をやめる" }));
    const dialog = await screen.findByRole("alertdialog", { name: "予約をやめますか" });
    await user.click(
      screen.getAllByRole("button", { name: "予約をやめる" }).find((button) => dialog.contains(button))!,
    );
    expect(await screen.findByRole("heading", { level: 1, name: "鮨かぐら" })).toBeVisible();
    expect(world.cancelled.has("rsv_new")).toBe(true);
  });

  it("says when the price is another than the one that was shown", async () => {
    window.sessionStorage.setItem("seki.shown_price", JSON.stringify({ uid: "rsv_new", price: 23000 }));
    await renderSite(ADDRESS);
    expect(screen.getByRole("alert")).toHaveTextContent("23,000円から24,000円に変わりました");
  });

  it.each([{ uid: "rsv_new", price: 24000 }, { uid: "rsv_other", price: 1 }, "no price"])(
    "compares no price but this hold's: %o",
    async (kept) => {
      window.sessionStorage.setItem("seki.shown_price", JSON.stringify(kept));
      await renderSite(ADDRESS);
      expect(screen.getByRole("heading", { level: 1, name: "予約内容の確認" })).toBeVisible();
      expect(screen.queryByText(/に変わりました/)).not.toBeInTheDocument();
    },
  );

  it("speaks of an order as an order", async () => {
    stubScripts(() => Promise.resolve({}));
    await renderSite("/r/obento-hako/reservations/rsv_new/review");
    expect(screen.getByRole("heading", { level: 1, name: "注文内容の確認" })).toBeVisible();
    expect(screen.getByText("ご注文の枠を確保しています")).toBeVisible();
    expect(screen.getByRole("button", { name: "支払って注文を確定する" })).toBeVisible();
    const words = screen.getByRole("main").textContent ?? "";
    expect(words).toContain("お届けの日時");
    for (const word of ["お席", "来店", "ご予約"]) expect(words.replace("予約手数料", "")).not.toContain(word);
    await userEvent.setup().click(screen.getByRole("button", { name: "注文をやめる" }));
    expect(await screen.findByRole("alertdialog", { name: "注文をやめますか" })).toHaveTextContent("確保した枠");
  });
});
