import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { renderSite, stubScripts } from "@/testing/render-site";

/** Only the page's countdown is stopped; other timers run. */
const CLOCK = { toFake: ["setInterval", "clearInterval", "Date"] } satisfies Parameters<typeof vi.useFakeTimers>[0];
const ADDRESS = "/r/sushi-kagura/reservations/rsv_new/review";

const request = () => screen.getByRole("textbox", { name: "ご要望" });
const complete = () => screen.getByRole("button", { name: "支払って予約を確定する" });

/** Returns what screen readers announce after these seconds. */
async function spokenAfter(seconds: number): Promise<string> {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
  return screen
    .getAllByRole("status")
    .map((each) => each.textContent)
    .join("");
}

async function tickAll(user: ReturnType<typeof userEvent.setup>) {
  for (const name of [/日時は/, /予約者本人/, /香水/, /旅行業法/, /キャンセルポリシーに同意/]) {
    await user.click(screen.getByRole("checkbox", { name }));
  }
}

afterEach(() => {
  vi.useRealTimers();
});

describe("the review of a hold", () => {
  // F062, F065
  // F066
  it("leads to the booking when another tab has paid, and shows no English message to a Japanese reader", async () => {
    const user = userEvent.setup();
    const message = "You cannot authenticate this PaymentIntent because it has a status of succeeded.";
    let status = "requires_payment_method";
    stubScripts(() =>
      Promise.resolve({ error: { message, code: "payment_intent_unexpected_state", payment_intent: { status } } }),
    );
    await renderSite(ADDRESS);
    await tickAll(user);
    await user.click(complete());
    expect(await screen.findByText("カードの本人認証（3Dセキュア）に失敗したか、途中で中断されました。")).toBeVisible();
    expect(screen.queryByText(message)).toBeNull();
    status = "succeeded";
    await user.click(complete());
    expect(await screen.findByRole("heading", { level: 1, name: "鮨かぐらの予約" })).toBeVisible();
  });

  it("announces the time left at five minutes, one minute and ten seconds only", async () => {
    vi.useFakeTimers(CLOCK);
    await renderSite(ADDRESS);
    expect(await spokenAfter(250)).not.toContain("確保の残り時間");
    expect(await spokenAfter(51)).toContain("確保の残り時間：5分を切りました。");
    expect(await spokenAfter(120), "nothing else is said meanwhile").toContain("確保の残り時間：5分を切りました。");
    expect(await spokenAfter(120)).toContain("確保の残り時間：1分を切りました。");
    expect(await spokenAfter(50)).toContain("確保の残り時間：10秒を切りました。");
  });

  it("ends when the time ran out while the form was in flight, although the connection was lost", async () => {
    vi.useFakeTimers(CLOCK);
    const user = userEvent.setup();
    stubScripts(() => Promise.resolve({}));
    await renderSite(ADDRESS);
    const answer = globalThis.fetch;
    let lose: (() => void) | undefined;
    const lost = new Promise<Response>((_, reject) => {
      lose = () => reject(new TypeError("network"));
    });
    vi.stubGlobal("fetch", (target: string, init: RequestInit) =>
      target.includes("/confirm.json") ? lost : answer(target, init),
    );
    await tickAll(user);
    await user.click(screen.getByRole("button", { name: "支払って予約を確定する" }));
    await act(() => vi.advanceTimersByTimeAsync(601_000));
    expect(screen.queryByRole("alertdialog"), "the payment may still succeed").not.toBeInTheDocument();
    lose?.();
    expect(await screen.findByRole("alertdialog")).toBeVisible();
  });

  it("counts down to the extended deadline while the bank authenticates the payment", async () => {
    vi.useFakeTimers(CLOCK);
    const user = userEvent.setup();
    stubScripts(() => new Promise(() => undefined));
    const { world } = await renderSite(ADDRESS);
    await tickAll(user);
    await act(() => vi.advanceTimersByTimeAsync(590_000));
    world.pages = { review: { hold: { uid: "rsv_new", seconds_to_complete: 310 } } };
    await user.click(complete());
    await waitFor(() => expect(screen.getByRole("timer", { name: "確保の残り時間" })).toHaveTextContent("05:10"));
  });

  it("keeps an extended hold whose first deadline passed during a failed authentication", async () => {
    vi.useFakeTimers(CLOCK);
    const user = userEvent.setup();
    const authenticated = vi.fn<(outcome: object) => void>();
    stubScripts(() => new Promise((resolve) => void authenticated.mockImplementation(resolve)));
    const { world, calls } = await renderSite(ADDRESS);
    await tickAll(user);
    await user.click(complete());
    await screen.findByText(/カード会社の画面で認証を続けてください/);
    await act(() => vi.advanceTimersByTimeAsync(601_000));
    world.pages = { review: { hold: { uid: "rsv_new", seconds_to_complete: 240 } } };
    authenticated({ error: { message: "", code: "payment_intent_authentication_failure" } });
    expect(await screen.findByText(/本人認証（3Dセキュア）に失敗したか/)).toBeVisible();
    await waitFor(() => expect(screen.getByRole("timer", { name: "確保の残り時間" })).toHaveTextContent("04:00"));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(calls.filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  it.each(["after expiry", "after a cancellation"])(
    "leads to the booking if another tab has completed the hold, and cancels nothing, %s",
    async (way) => {
      vi.useFakeTimers(CLOCK);
      const user = userEvent.setup();
      await renderSite(ADDRESS);
      const asked: string[] = [];
      const answer = globalThis.fetch;
      const problem = {
        status: 409,
        code: "hold_accepted",
        message: "確定しています。",
        redirect_to: "/users/upcoming_reservations",
      };
      vi.stubGlobal("fetch", (target: string, init: RequestInit = {}) => {
        if (init.method !== "DELETE") return answer(target, init);
        asked.push(target);
        return Promise.resolve(new Response(JSON.stringify(problem), { status: 409 }));
      });
      if (way === "after expiry") await act(() => vi.advanceTimersByTimeAsync(601_000));
      else {
        await user.click(screen.getByRole("button", { name: "予約をやめる" }));
        const dialog = await screen.findByRole("alertdialog");
        await user.click(within(dialog).getByRole("button", { name: "予約をやめる" }));
      }
      expect(await screen.findByText("確定しています。")).toBeVisible();
      expect(await screen.findByRole("heading", { level: 1, name: "予約一覧" })).toBeVisible();
      expect(screen.queryByText(/料金はかかっていません/)).not.toBeInTheDocument();
      expect(asked).toEqual(["/users/api/reservations/rsv_new?only=hold"]);
    },
  );

  it("follows the address of a rejection, with its text", async () => {
    const user = userEvent.setup();
    stubScripts(() => Promise.resolve({}));
    const body = { status: 422, message: "お席の確保が終了しました。", redirect_to: "/users/upcoming_reservations" };
    const answers = { [`POST ${ADDRESS.replace("/review", "/confirm.json")}`]: [{ status: 422, body }] };
    await renderSite(ADDRESS, { answers });
    await tickAll(user);
    await user.click(complete());
    expect(await screen.findByRole("heading", { level: 1, name: "予約一覧" })).toBeVisible();
    expect(screen.getByText("お席の確保が終了しました。")).toBeVisible();
  });

  it("keeps its draft until completion; the next hold there offers only the special request", async () => {
    const user = userEvent.setup();
    stubScripts(() => Promise.resolve({ paymentIntent: { id: "pi", status: "succeeded" } }));
    await renderSite(ADDRESS);
    await user.type(request(), "窓際の席");
    await tickAll(user);
    cleanup();
    await renderSite(ADDRESS);
    expect(request()).toHaveValue("窓際の席");
    expect(complete()).toBeEnabled();

    cleanup();
    await renderSite(ADDRESS.replace("rsv_new", "rsv_next"));
    expect(request()).toHaveValue("窓際の席");
    expect(complete()).toBeDisabled();
    await tickAll(user);
    await user.click(complete());
    expect(await screen.findByRole("heading", { level: 1, name: "鮨かぐらの予約" })).toBeVisible();
    expect(Object.keys(window.sessionStorage).filter((key) => key.startsWith("seki.draft."))).toEqual([]);
  });

  it("offers no draft of one diner to another who signs in in the same tab after a session has expired", async () => {
    const user = userEvent.setup();
    stubScripts(() => Promise.resolve({}));
    await renderSite(ADDRESS, { visitor: "hanako" });
    await user.type(request(), "窓際の席");
    await user.click(screen.getByRole("checkbox", { name: /香水/ }));
    cleanup();
    await renderSite("/users/sign_in", { visitor: "guest" });
    cleanup();
    await renderSite(ADDRESS, { visitor: "hanako" });
    expect(request(), "the diner has signed in again").toHaveValue("窓際の席");
    cleanup();
    await renderSite("/users/sign_in", { visitor: "guest" });
    cleanup();
    await renderSite(ADDRESS.replace("rsv_new", "rsv_next"), { visitor: "emma" });
    expect(request()).toHaveValue("");
    cleanup();
    await renderSite(ADDRESS, { visitor: "emma" });
    expect(screen.getByRole("checkbox", { name: /香水/ })).not.toBeChecked();
  });

  it("keeps the draft of a delivery's address", async () => {
    const user = userEvent.setup();
    stubScripts(() => Promise.resolve({}));
    const address = "/r/obento-hako/reservations/rsv_new/review";
    await renderSite(address);
    await user.type(screen.getByRole("textbox", { name: "番地" }), "2-4-6");
    await user.clear(screen.getByRole("textbox", { name: "お受け取りの方のお名前" }));
    cleanup();
    await renderSite(address);
    expect(screen.getByRole("textbox", { name: "番地" })).toHaveValue("2-4-6");
    expect(screen.getByRole("textbox", { name: "お受け取りの方のお名前" })).toHaveValue("");
  });

  it("states before the payment that the fee is not refunded, and mentions no fee without one", async () => {
    await renderSite(ADDRESS);
    const kept = /おひとり様につき390円の予約手数料をいただきます。予約手数料は返金されません。/;
    expect(screen.getByText(kept)).toBeVisible();
    cleanup();
    await renderSite(ADDRESS, { pages: { review: { charges: [] } } });
    expect(screen.queryByText(kept)).toBeNull();
  });

  it("states the order once: time, course, price, time of payment, and start of cancellation fees", async () => {
    await renderSite(ADDRESS, { today: "2026-11-27" });
    const order = screen.getByRole("region", { name: "お申し込みの最終確認" });
    for (const fact of ["鮨かぐら", "2026年12月02日 18:00", "夜のおまかせ × 2名", "カウンター"]) {
      expect(within(order).getByText(fact)).toBeVisible();
      expect(screen.getAllByText(fact)).toHaveLength(1);
    }
    expect(within(order).getByRole("row", { name: "予約手数料 390円 × 2 780円" })).toBeVisible();
    expect(within(order).getByRole("row", { name: "夜のおまかせ（前払） 24,000円 × 2 48,000円" })).toBeVisible();
    expect(within(order).getByRole("row", { name: "今回のお支払い（税込） 48,780円" })).toBeVisible();
    expect(within(order).getByText("予約完了時にクレジットカードで決済します。")).toBeVisible();
    expect(within(order).queryByText("お支払い総額（税込）"), "the totals show it").toBeNull();

    const bar = screen.getByRole("group", { name: "この内容で確定する" });
    expect(bar).toHaveTextContent("12月2日 18:00");
    expect(bar).toHaveTextContent("48,780円");
    expect(bar).toContainElement(complete());
    await userEvent.setup().click(within(order).getByRole("link", { name: "11月29日からキャンセル料がかかります。" }));
    expect(screen.getByRole("heading", { name: "キャンセルポリシー" })).toHaveFocus();
  });

  it.each([
    ["there", 24_000, "予約完了時のお支払いはありません。コース代金は当日お店でお支払いください。"],
    ["nothing", 0, "お支払いはありません。"],
  ])("states the time of payment of a booking without a payment now: %s", async (_, pay_at_restaurant, sentence) => {
    const final_confirmation = [
      { key: "quantity", label: "内容・人数", value: "昼のおまかせ × 2名" },
      { key: "total", label: "お支払い総額（税込）", value: "0円" },
      { key: "payment", label: "お支払い時期・方法", value: sentence },
      { key: "cancellation", label: "キャンセルについて", value: "キャンセル料はかかりません。" },
    ];
    const free = {
      charges: [],
      total: 0,
      pay_at_restaurant,
      final_confirmation,
      policy: { text: "", tiers: [], no_show: null },
    };
    await renderSite(ADDRESS, { pages: { review: free } });
    const order = screen.getByRole("region", { name: "お申し込みの最終確認" });
    expect(within(order).getByText(sentence)).toBeVisible();
    expect(within(order).getByText("キャンセル料はかかりません。")).toBeVisible();
    expect(within(order).getByRole("row", { name: "今回のお支払い（税込） 0円" })).toBeVisible();
    const there = within(order).queryByRole("row", { name: "お店でのお支払い（予定） 24,000円" });
    expect(there !== null).toBe(pay_at_restaurant > 0);
    expect(screen.getByRole("button", { name: "予約を確定する" })).toBeVisible();
  });

  it.each([
    ["a free tier comes first", [0, 24_000], "11月30日からキャンセル料がかかります。"],
    ["the course is free", [0, 0], "キャンセル料はかかりません。"],
  ])("states from when a cancellation costs a fee, if ever: %s", async (_, amounts, sentence) => {
    const froms = ["2026-11-28", "2026-11-30"];
    const tiers = amounts.map((amount, at) => ({
      days_before: 4 - 2 * at,
      percent: 50 * at,
      amount,
      from: froms[at]!,
      label: "",
      applies_now: false,
    }));
    await renderSite(ADDRESS, {
      today: "2026-11-27",
      pages: { review: { policy: { text: "", tiers, no_show: null } } },
    });
    const order = screen.getByRole("region", { name: "お申し込みの最終確認" });
    expect(within(order).getByText(sentence)).toBeVisible();
    expect(within(order).queryAllByText(/キャンセル料/), "mentioned only once").toHaveLength(1);
  });

  // G246
  it.each([
    [
      "ja",
      "いまから適用",
      /いまキャンセルすると24,000円のキャンセル料がかかります/,
      "いまキャンセルすると24,000円かかります。",
    ],
    ["en", "Applies from now", /a cancellation now costs ¥24,000/, "A cancellation now costs ¥24,000."],
  ] as const)(
    "(%s) names the fee of a cancellation today, in the policy and in its checkbox",
    async (locale, row, box, fact) => {
      const tier = { days_before: 1, percent: 50, amount: 24_000, from: "2026-12-01", label: "", applies_now: true };
      const day = { ...tier, days_before: 0, percent: 100, amount: 48_000, from: "2026-12-02", applies_now: false };
      const policy = { text: "", tiers: [tier, day], no_show: null };
      await renderSite(ADDRESS, { today: "2026-12-01", locale, pages: { review: { policy } } });
      expect(screen.getByRole("row", { name: new RegExp(`^${row} 50% `) })).toBeVisible();
      expect(screen.getByRole("checkbox", { name: box })).toBeVisible();
      expect(screen.getByRole("link", { name: fact })).toBeVisible();
    },
  );

  it.each([
    ["a phone", false, ["summary", "request", "button"]],
    ["a wide screen", true, ["request", "summary", "button"]],
  ])("has the tab order in which %s shows it", async (_, matches, order) => {
    vi.stubGlobal("matchMedia", () => ({
      matches,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    const user = userEvent.setup();
    await renderSite(ADDRESS);
    await tickAll(user);
    const stops = new Map<Element, string>([
      [screen.getByRole("link", { name: /からキャンセル料がかかります。/ }), "summary"],
      [request(), "request"],
      [complete(), "button"],
    ]);
    const passed: string[] = [];
    act(() => (document.activeElement as HTMLElement).blur());
    while (passed.length < stops.size && passed.at(-1) !== "button") {
      await user.tab();
      const stop = document.activeElement && stops.get(document.activeElement);
      if (stop) passed.push(stop);
    }
    expect(passed).toEqual(order);
  });

  it.each([
    ["sushi-kagura", 1170, "お席の確保を終了しました。お支払い済みの金額は返金します。"],
    ["obento-hako", 1170, "ご注文の枠の確保を終了しました。お支払い済みの金額は返金します。"],
    ["sushi-kagura", 0, "お席の確保を終了しました。料金はかかっていません。"],
  ])("states at its end whether a payment is refunded (%s, paid: %s)", async (slug, paid, sentence) => {
    vi.useFakeTimers(CLOCK);
    await renderSite(`/r/${slug}/reservations/rsv_new/review`, { pages: { review: { paid } } });
    await act(() => vi.advanceTimersByTimeAsync(601_000));
    expect(await screen.findByRole("alertdialog", { name: "確保の時間が過ぎました" })).toHaveTextContent(sentence);
  });

  it("shows what an earlier attempt has paid, and that it is refunded without a booking", async () => {
    const user = userEvent.setup();
    await renderSite(ADDRESS, { pages: { review: { paid: 780 } } });
    expect(screen.getByRole("row", { name: "お支払い済み 780円" })).toBeVisible();
    expect(screen.getByRole("row", { name: "今回のお支払い（税込） 48,000円" })).toBeVisible();
    expect(screen.getByRole("group", { name: "この内容で確定する" })).toHaveTextContent("48,000円");
    await user.click(screen.getByRole("button", { name: "予約をやめる" }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("お支払い済みの780円は返金します。");
  });

  it("reports that the price differs from the one that was shown", async () => {
    window.sessionStorage.setItem("seki.shown_price", JSON.stringify({ uid: "rsv_new", price: 23000 }));
    await renderSite(ADDRESS);
    expect(screen.getByRole("alert")).toHaveTextContent("23,000円から24,000円に変わりました");
  });

  it.each([{ uid: "rsv_new", price: 24000 }, { uid: "rsv_other", price: 1 }, "no price"])(
    "compares only this hold's price: %o",
    async (kept) => {
      window.sessionStorage.setItem("seki.shown_price", JSON.stringify(kept));
      await renderSite(ADDRESS);
      expect(screen.getByRole("heading", { level: 1, name: "予約内容の確認" })).toBeVisible();
      expect(screen.queryByText(/に変わりました/)).not.toBeInTheDocument();
    },
  );

  it("uses the texts of an order for an order", async () => {
    stubScripts(() => Promise.resolve({}));
    await renderSite("/r/obento-hako/reservations/rsv_new/review");
    expect(screen.getByRole("heading", { level: 1, name: "注文内容の確認" })).toBeVisible();
    expect(screen.getByText("ご注文の枠を確保しています")).toBeVisible();
    expect(screen.getByRole("button", { name: "支払って注文を確定する" })).toBeVisible();
    const words = screen.getByRole("main").textContent ?? "";
    expect(words).toContain("お届けの日時");
    for (const word of ["お席", "来店", "ご予約"]) expect(words.replace("予約手数料", "")).not.toContain(word);
    await userEvent.setup().click(screen.getByRole("button", { name: "注文をやめる" }));
    expect(await screen.findByRole("alertdialog", { name: "注文をやめますか" })).toHaveTextContent(
      "確保したご注文の枠",
    );
  });
});
