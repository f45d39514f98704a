import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PageData } from "@/api";
import { aCourse, aGroup, aMonth } from "@/testing/builders";
import { renderSite, stubScripts } from "@/testing/render-site";

const TODAY = "2026-11-21";
const ADDRESS = "/r/sushi-kagura/reservations/new";

beforeEach(() => stubScripts(() => Promise.resolve({})));

describe("a new reservation", () => {
  // F037
  it("holds the chosen seat and continues to the review", async () => {
    const user = userEvent.setup();
    const { calls } = await renderSite(ADDRESS, { today: TODAY });
    await user.click(await screen.findByRole("button", { name: "2026年11月26日（木） 空席あり" }));
    const dinner = await screen.findByRole("group", { name: "ディナー" });
    await user.click(within(dinner).getByRole("radio", { name: /カウンター 17:30/ }));

    await user.click(screen.getByRole("button", { name: "予約内容の確認へ進む" }));
    expect(await screen.findByRole("alertdialog", { name: "開始時間を選んでください。" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "OK" }));
    await waitFor(() => expect(screen.getByRole("combobox", { name: "開始時間" })).toHaveFocus());
    expect(screen.getByRole("region", { name: "選択内容" })).toHaveTextContent("席カウンター");

    await user.selectOptions(screen.getByRole("combobox", { name: "人数" }), "2");
    await user.selectOptions(screen.getByRole("combobox", { name: "開始時間" }), "18:00");
    await user.click(screen.getByRole("button", { name: "予約内容の確認へ進む" }));

    expect(await screen.findByRole("heading", { level: 1, name: "予約内容の確認" })).toBeVisible();
    const sent = calls.find(({ method, path }) => method === "POST" && path === "/users/api/reservations");
    expect(sent?.body).toMatchObject({
      new_reservation: { online_stock_group_id: 31, guests_count: 2, time_selector_option_id: 12, course_id: 32 },
      reservation_calendar_token: "calendar-token",
      recaptcha_token: "captcha-token",
    });
    expect(JSON.parse(window.sessionStorage.getItem("seki.shown_price") ?? "")).toMatchObject({ uid: "rsv_new" });
  });

  // F048, G245
  it.each([
    ["ja", "予約内容の確認へ進む", /ログインまたは会員登録が必要です/],
    ["en", "Review your reservation", /Sign in or sign up to hold your seats/],
  ] as const)(
    "shows a visitor seats and total, and keeps the choice through sign-in (%s)",
    async (locale, button, note) => {
      const user = userEvent.setup();
      const { calls } = await renderSite(`${ADDRESS}?date=2026-11-26&slot=31&guests=2&time=12&course=32`, {
        today: TODAY,
        visitor: "guest",
        locale,
      });
      const chosen = screen.getByRole("region", { name: locale === "ja" ? "選択内容" : "Your choice" });
      expect(await within(chosen).findByRole("table")).toBeVisible();
      expect(within(chosen).getByText(note)).toBeVisible();
      expect(document.querySelector("script[src*=captcha]"), "no script of another site").toBeNull();
      await user.click(screen.getByRole("button", { name: button }));
      await waitFor(() => expect(calls.some(({ path }) => path === "/users/sign_in")).toBe(true));
      const asked = calls.find(({ path }) => path === "/users/sign_in")?.query.get("after_sign_in_url") ?? "";
      const back = new URL(asked, "http://localhost");
      expect(back.pathname).toBe(ADDRESS);
      expect(Object.fromEntries(back.searchParams)).toEqual({
        date: "2026-11-26",
        slot: "31",
        guests: "2",
        time: "12",
        course: "32",
      });
      expect(
        calls.some(({ method }) => method === "POST"),
        "nothing is held",
      ).toBe(false);
    },
  );

  it("leads to the verification of the number, and back to the choice", async () => {
    const choice = `${ADDRESS}?date=2026-11-26&slot=31&guests=2&time=12&course=32`;
    await renderSite(choice, { today: TODAY, pages: { new_reservation: { needs: { phone: true, card: true } } } });
    for (const [name, path] of [
      ["電話番号を認証する", "/users/profile/account/tel/edit"],
      ["カードを登録する", "/users/profile/credit_card/edit"],
    ] as const) {
      const link = await screen.findByRole("link", { name });
      const target = new URL(link.getAttribute("href") ?? "", "http://localhost");
      expect([target.pathname, target.searchParams.get("next")]).toEqual([path, choice]);
    }
  });

  // G080
  it("shows the price of the choice before the hold, and updates it with the party", async () => {
    const user = userEvent.setup();
    await renderSite(`${ADDRESS}?date=2026-11-26`, { today: TODAY });
    const chosen = screen.getByRole("region", { name: "選択内容" });
    expect(within(chosen).queryByRole("table")).toBeNull();
    await user.click(await screen.findByRole("radio", { name: /カウンター 17:30/ }));
    await user.selectOptions(screen.getByRole("combobox", { name: "人数" }), "2");
    expect(within(chosen).getByRole("row", { name: /^予約手数料 390円 × 2 780円$/ })).toBeVisible();
    const total = within(chosen).getByRole("row", { name: /^今回のお支払い（税込）/ });
    const before = total.textContent;
    await user.selectOptions(screen.getByRole("combobox", { name: "人数" }), "3");
    expect(within(chosen).getByRole("row", { name: /^予約手数料 390円 × 3 1,170円$/ })).toBeVisible();
    expect(total.textContent).not.toBe(before);
  });

  it("shows as text that an order is paid at pick-up, and that nothing is paid now", async () => {
    const user = userEvent.setup();
    const courses = [aCourse({ title: "折詰", price: 2200, is_prepaid: false })];
    const takeaway = [aGroup({ operation: "takeaway", display_title: "受け渡し枠", courses })];
    const day = { status: 200, body: { status: 200, grouped_online_stock_groups: { takeaway } } };
    const answers = { "GET /users/api/availability/dates/sushi-kagura": [day] };
    await renderSite(`${ADDRESS}?date=2026-11-26`, { today: TODAY, answers });
    await user.click(await screen.findByRole("radio", { name: /受け渡し枠/ }));
    const chosen = screen.getByRole("region", { name: "選択内容" });
    expect(within(chosen).getByText("ご注文の時点でのお支払いはありません。")).toBeVisible();
    expect(within(chosen).getByRole("row", { name: "お店でのお支払い（予定） 2,200円 × 1 2,200円" })).toBeVisible();
    expect(within(chosen).queryByRole("row", { name: /今回のお支払い|予約手数料/ })).toBeNull();
  });

  it("shows no table of totals if nothing is to be paid, now or later", async () => {
    const user = userEvent.setup();
    const courses = [aCourse({ title: "お席のみ", price: 0, is_prepaid: false })];
    const takeaway = [aGroup({ operation: "takeaway", display_title: "受け渡し枠", courses })];
    const day = { status: 200, body: { status: 200, grouped_online_stock_groups: { takeaway } } };
    const answers = { "GET /users/api/availability/dates/sushi-kagura": [day] };
    await renderSite(`${ADDRESS}?date=2026-11-26`, { today: TODAY, answers });
    await user.click(await screen.findByRole("radio", { name: /受け渡し枠/ }));
    const chosen = screen.getByRole("region", { name: "選択内容" });
    expect(within(chosen).getByText("ご注文の時点でのお支払いはありません。")).toBeVisible();
    expect(within(chosen).queryByRole("table")).toBeNull();
  });

  it("leads to the first missing part, the day or the seat", async () => {
    const user = userEvent.setup();
    await renderSite(ADDRESS, { today: TODAY });
    const day = await screen.findByRole("button", { name: "2026年11月26日（木） 空席あり" });
    const proceed = async () => {
      await user.click(screen.getByRole("button", { name: "予約内容の確認へ進む" }));
      await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "OK" }));
    };
    await proceed();
    await waitFor(() => expect(document.activeElement?.closest("[role=grid]")).not.toBeNull());
    await user.click(day);
    const [first] = await screen.findAllByRole("radio");
    await proceed();
    await waitFor(() => expect(first).toHaveFocus());
  });

  it("reports that the page has expired before reloading it, whether a hold or a read was rejected", async () => {
    const user = userEvent.setup();
    const code = "reservation_calendar_token_invalid";
    const refusal = {
      status: 400,
      body: { status: 400, code, message: "ページの有効期限が切れました。", force_reload: true },
    };
    const answers = { "POST /users/api/reservations": [refusal] };
    const { reload } = await renderSite(`${ADDRESS}?date=2026-11-26`, { today: TODAY, answers });
    await user.click(await screen.findByRole("radio", { name: /カウンター 昼の部/ }));
    await user.click(screen.getByRole("button", { name: "予約内容の確認へ進む" }));
    const alert = await screen.findByRole("alertdialog", { name: "ページの有効期限が切れました" });
    expect(reload).not.toHaveBeenCalled();
    await user.click(within(alert).getByRole("button", { name: "OK" }));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    cleanup();

    const rejectedRead = { "GET /users/api/availability/dates/sushi-kagura": [refusal] };
    await renderSite(`${ADDRESS}?date=2026-11-26`, { today: TODAY, answers: rejectedRead });
    expect(await screen.findByRole("alertdialog", { name: "ページの有効期限が切れました" })).toBeVisible();
  });

  it("shows a choice before the address contains it", async () => {
    await renderSite(`${ADDRESS}?date=2026-11-26`, { today: TODAY });
    const privateRoom = await screen.findByRole<HTMLInputElement>("radio", { name: /個室「月」/ });
    const counter = screen.getByRole<HTMLInputElement>("radio", { name: /カウンター 17:30/ });
    // As in a browser: the address is updated after the click's own changes, and nothing waits for it here.
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
    for (const slot of [privateRoom, counter, privateRoom]) {
      slot.click();
      await Promise.resolve();
      expect(slot).toBeChecked();
      expect(screen.getByRole("combobox", { name: "人数" })).toBeVisible();
    }
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  });
});

describe("months without a free day", () => {
  //
  it("lead to the restaurant if no month has one", async () => {
    const months = { "2026-11": aMonth([]), "2026-12": aMonth([]) };
    const { calls } = await renderSite(ADDRESS, { today: TODAY, months });
    expect(await screen.findByRole("heading", { level: 1, name: "鮨かぐら" })).toBeVisible();
    expect(calls.map(({ path }) => path)).toContain("/r/sushi-kagura");
    const searched = calls.filter(({ path }) => path === "/users/api/availability/dates");
    expect(searched.map(({ query }) => query.get("year_month"))).toEqual(["2026-11", "2026-12"]);
  });

  it("are skipped if a later one has one", async () => {
    const months = { "2026-11": aMonth([]), "2026-12": aMonth(["2026-12-03"]) };
    await renderSite(ADDRESS, { today: TODAY, months });
    expect(await screen.findByRole("button", { name: "2026年12月03日（木） 空席あり" })).toBeVisible();
    expect(screen.getByRole("heading", { level: 1, name: /鮨かぐら.+/ })).toBeVisible();
  });
});

describe("an address with an unavailable choice", () => {
  it.each([
    ["ja", "5名では、いまはご予約いただけません。人数をご確認ください。"],
    ["en", "A party of 5 cannot be booked now. Please check the number of guests."],
  ] as const)("(%s) says that the party does not fit, until another one is chosen", async (locale, words) => {
    const user = userEvent.setup();
    await renderSite(`${ADDRESS}?date=2026-11-26&slot=31&guests=5`, { today: TODAY, locale });
    expect(await screen.findByText(words)).toBeVisible();
    await user.selectOptions(screen.getByRole("combobox", { name: /人数|Guests/ }), "2");
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  });

  it("does not claim that another diner was faster if the day does not offer the slot", async () => {
    await renderSite(`${ADDRESS}?date=2026-11-26&slot=999999`, { today: TODAY });
    expect(await screen.findByRole("heading", { name: "お選びの席は、いまは予約を受け付けていません" })).toBeVisible();
    expect(screen.queryByText(/ほかのお客様のご予約が先に成立しました/)).toBeNull();
  });
});

const withTicket = (ticket: NonNullable<PageData["new_reservation"]["ticket"]>, locale: "ja" | "en" = "ja") =>
  renderSite(`${ADDRESS}?date=2026-11-26&ticket_code=thanks-7`, {
    today: TODAY,
    locale,
    pages: { new_reservation: { ticket, initial_date: "2026-11-26" } },
  });

describe("a ticket", () => {
  const ticket = { code: "THANKS-7", is_good: true, valid_till: "2026-12-24" };

  it("shows until when it is valid before anything is chosen", async () => {
    await withTicket(ticket);
    expect(
      screen.getByText("チケット「THANKS-7」を使って予約します。2026年12月24日（木）まで使えます。"),
    ).toBeVisible();
    expect(screen.queryByRole("link", { name: "チケットを使わずに予約する" })).toBeNull();
  });

  it("shows no end if it has none", async () => {
    await withTicket({ ...ticket, valid_till: null });
    expect(screen.getByText("チケット「THANKS-7」を使って予約します。")).toBeVisible();
  });

  it.each([
    ["ja", "2026-11-20", "チケット「THANKS-7」は、2026年11月20日（金）で使用期限が過ぎています。"],
    ["ja", null, "チケット「THANKS-7」は、このお店では使えません。"],
    ["en", "2026-11-20", /^Ticket “THANKS-7” expired on .*20.*\.$/],
    ["en", null, "Ticket “THANKS-7” is not valid at this restaurant."],
  ] as const)(
    "(%s, %s) says that it is over or unknown, and how to go on without it",
    async (locale, valid_till, words) => {
      await withTicket({ ...ticket, is_good: false, valid_till }, locale);
      expect(screen.getByText(words)).toBeVisible();
      const without = screen.getByRole("link", { name: /チケットを使わずに予約する|Book without the ticket/ });
      expect(without).toHaveAttribute("href", expect.stringMatching(/\/reservations\/new\?date=2026-11-26$/));
    },
  );
});
