import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WaitingRoomView } from "@/api";
import { aCalendar } from "@/testing/builders";
import type { MockAnswer } from "@/testing/mock-calls";
import { renderSite, stubScripts } from "@/testing/render-site";

const TODAY = "2026-11-21";
const ADDRESS = "/r/sushi-kagura/reservations/new";
const CALL = "/users/api/waiting_rooms/sushi-kagura";
const DAY_CALL = "/users/api/availability/dates/sushi-kagura";
const OPENS_AT = "2026-11-21T10:00:00+09:00";
/** The rejection of an expired token. */
const EXPIRED = { status: 400, body: { status: 400, code: "reservation_calendar_token_invalid", force_reload: true } };

function aRoom(part: Partial<WaitingRoomView> = {}): WaitingRoomView {
  return {
    state: "joinable",
    opens_at: OPENS_AT,
    code: null,
    rank: null,
    ahead: null,
    wait_minutes: null,
    turn_ends_at: null,
    is_sold_out: false,
    seed_hash: null,
    beacon_round: null,
    list_head: null,
    proof_url: null,
    poll_after_ms: 2000,
    ...part,
  };
}

const JOINED: Partial<WaitingRoomView> = {
  code: "BCDFGHJKLMNP",
  seed_hash: "ab12",
  beacon_round: 7,
  proof_url: "/waiting_rooms/room/proof",
};

const answer = (part: Partial<WaitingRoomView> = {}, status = 200) => ({
  status,
  body: { waiting_room: aRoom(part), others: [] },
});

const pages = {
  new_reservation: { calendar: aCalendar(TODAY, "2026-12-31", { waiting_room_opens_at: OPENS_AT }) },
};

beforeEach(() => stubScripts(() => Promise.resolve({})));
afterEach(() => vi.useRealTimers());

describe("the waiting room of an opening", () => {
  it("is neither shown nor requested without one", async () => {
    const { calls } = await renderSite(ADDRESS, { today: TODAY });
    expect(screen.queryByRole("region", { name: "待合室" })).toBeNull();
    expect(calls.some(({ path }) => path === CALL)).toBe(false);
  });

  it.each([
    ["ja", "待合室", "待合室に入る", "順番待ちをやめる", "待合室に入りました。順番が決まるまでお待ちください。"],
    [
      "en",
      "Waiting room",
      "Join the waiting room",
      "Leave the waiting room",
      "You are in the waiting room. Please wait until your place is drawn.",
    ],
  ] as const)("is joined and left (%s)", async (locale, name, join, leave, joined) => {
    const user = userEvent.setup();
    vi.setSystemTime("2026-11-21T09:40:00+09:00");
    const answers = {
      [`GET ${CALL}`]: [answer()],
      [`POST ${CALL}`]: [answer({ state: "waiting", ...JOINED }, 201)],
      [`DELETE ${CALL}`]: [answer()],
    };
    const { calls } = await renderSite(ADDRESS, { today: TODAY, locale, pages, answers });
    const room = await screen.findByRole("region", { name });
    await user.click(within(room).getByRole("button", { name: join }));
    expect(await within(room).findByText(joined)).toHaveAttribute("role", "status");
    expect(within(room).getByText("BCDFGHJKLMNP")).toBeInTheDocument();
    await user.click(within(room).getByRole("button", { name: leave }));
    const question = await screen.findByRole("alertdialog");
    expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
    await user.click(within(question).getByRole("button", { name: leave }));
    expect(await within(room).findByRole("button", { name: join })).toBeVisible();
    expect(calls.filter(({ path }) => path === CALL).map(({ method }) => method)).toEqual(["GET", "POST", "DELETE"]);
  });

  it("keeps the place if the question about leaving is declined, and leads to the booking during the turn", async () => {
    const user = userEvent.setup();
    vi.setSystemTime("2026-11-21T10:05:00+09:00");
    const turn = { state: "turn", turn_ends_at: new Date(Date.now() + 290_000).toISOString() } as const;
    const answers = { [`GET ${CALL}`]: [answer({ rank: 12, ...JOINED, ...turn, poll_after_ms: 60_000 })] };
    const { calls } = await renderSite(ADDRESS, { today: TODAY, pages, answers });
    const room = await screen.findByRole("region", { name: "待合室" });
    await user.click(within(room).getByRole("button", { name: "順番待ちをやめる" }));
    const question = await screen.findByRole("alertdialog", { name: "順番待ちをやめますか？" });
    expect(question).toHaveTextContent("今の順番はなくなります。もう一度入ると、最後尾になります。");
    await user.click(within(question).getByRole("button", { name: "戻る" }));
    expect(within(room).getByText("順番が来ました。ご予約いただけます。")).toBeVisible();
    await user.click(within(room).getByRole("button", { name: "予約する日を選ぶ" }));
    expect(document.activeElement?.closest("[role=grid]")).not.toBeNull();
    expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
  });

  it("leads from the restaurant's page to the booking during the turn", async () => {
    vi.setSystemTime("2026-11-21T10:05:00+09:00");
    const turn = { state: "turn", turn_ends_at: new Date(Date.now() + 290_000).toISOString() } as const;
    const answers = { [`GET ${CALL}`]: [answer({ ...JOINED, ...turn, poll_after_ms: 60_000 })] };
    await renderSite("/r/sushi-kagura", { today: TODAY, pages: { restaurant: pages.new_reservation }, answers });
    const room = await screen.findByRole("region", { name: "待合室" });
    expect(within(room).getByRole("link", { name: "予約する日を選ぶ" })).toHaveAttribute("href", ADDRESS);
  });

  it("counts down to the opening, and then says that diners follow in the order they come", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.setSystemTime("2026-11-21T09:59:50+09:00");
    const answers = { [`GET ${CALL}`]: [answer({ poll_after_ms: 60_000 })] };
    await renderSite(ADDRESS, { today: TODAY, pages, answers });
    const room = await screen.findByRole("region", { name: "待合室" });
    expect(within(room).getByRole("timer")).toHaveTextContent(/^受付開始まで 00:(10|09)$/);
    expect(within(room).getByText(/順番は抽選で決まり/)).toBeVisible();
    expect(within(room).getByText(/待合室の順番が来てからご予約いただけます/)).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(12_000));
    expect(within(room).queryByRole("timer")).toBeNull();
    expect(within(room).getByText(/予約の受付が始まりました。.*入った順にご案内します。/)).toBeVisible();
    expect(within(room).queryByText(/順番は抽選で決まり/)).toBeNull();
  });

  it("shows no countdown to the opening during a turn, even if the clock of the device is late", async () => {
    vi.setSystemTime("2026-11-21T09:55:00+09:00");
    const turn = { state: "turn", turn_ends_at: new Date(Date.now() + 590_000).toISOString() } as const;
    const answers = { [`GET ${CALL}`]: [answer({ ...JOINED, ...turn, poll_after_ms: 60_000 })] };
    await renderSite(ADDRESS, { today: TODAY, pages, answers });
    const room = await screen.findByRole("region", { name: "待合室" });
    expect(within(room).getByRole("timer")).toHaveTextContent(/^残り /);
  });

  it("does not promise a draw to a diner who joined after the opening", async () => {
    vi.setSystemTime("2026-11-21T10:05:00+09:00");
    const answers = { [`GET ${CALL}`]: [answer({ state: "waiting", ...JOINED, poll_after_ms: 60_000 })] };
    await renderSite(ADDRESS, { today: TODAY, pages, answers });
    const room = await screen.findByRole("region", { name: "待合室" });
    expect(within(room).getByText(/^予約の受付が始まりました。順番を決めています/)).toBeVisible();
    expect(within(room).getByText(/より後に入った方は、入った順です/)).toBeVisible();
  });

  it("is joined from the rejection of a booking", async () => {
    const user = userEvent.setup();
    const message = "この日のご予約は、待合室の順番どおりにご案内しています。";
    const refusal = { status: 409, body: { status: 409, code: "waiting_room_place_needed", message } };
    const answers = {
      [`GET ${CALL}`]: [answer(), answer()],
      [`POST ${CALL}`]: [answer({ state: "waiting", ...JOINED }, 201)],
      "POST /users/api/reservations": [refusal],
    };
    const { calls } = await renderSite(`${ADDRESS}?date=2026-11-26`, { today: TODAY, pages, answers });
    await user.click(await screen.findByRole("radio", { name: /カウンター 昼の部/ }));
    await user.click(screen.getByRole("button", { name: "予約内容の確認へ進む" }));
    const question = await screen.findByRole("alertdialog", { name: message });
    await user.click(within(question).getByRole("button", { name: "待合室に入る" }));
    const room = await screen.findByRole("region", { name: "待合室" });
    await vi.waitFor(() => expect(within(room).getByRole("heading", { name: "待合室" })).toHaveFocus());
    expect(room).toHaveAttribute("data-state", "waiting");
    const joined = calls.find(({ method, path }) => method === "POST" && path === CALL);
    expect(joined?.query.get("opens_at")).toBe(OPENS_AT);
  });

  it("has a place for each of two openings", async () => {
    const user = userEvent.setup();
    const later = aRoom({ opens_at: "2026-11-21T10:15:00+09:00" });
    const status = (part: Partial<WaitingRoomView>) => ({
      status: 200,
      body: { waiting_room: aRoom({ state: "queued", ...JOINED }), others: [{ ...later, ...part }] },
    });
    const answers = {
      [`GET ${CALL}`]: [status({})],
      [`POST ${CALL}`]: [{ ...status({ state: "waiting", ...JOINED, code: "DFGHJKLMNPQR" }), status: 201 }],
    };
    const { calls } = await renderSite(ADDRESS, { today: TODAY, pages, answers });
    const second = await screen.findByRole("region", { name: /^待合室（.*10:15受付開始）$/ });
    expect(screen.getByRole("region", { name: /10:00受付開始/ })).toHaveAttribute("data-state", "queued");
    await user.click(within(second).getByRole("button", { name: "待合室に入る" }));
    expect(await within(second).findByText("DFGHJKLMNPQR")).toBeInTheDocument();
    const joined = calls.find(({ method, path }) => method === "POST" && path === CALL);
    expect(joined?.query.get("opens_at")).toBe(later.opens_at);
  });

  it("announces the turn, with the time that is left, and reads the new dates", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const turn = { state: "turn", turn_ends_at: new Date(Date.now() + 290_000).toISOString() } as const;
    const answers = {
      [`GET ${CALL}`]: [
        answer({ state: "queued", rank: 12, ahead: 3, wait_minutes: 2, ...JOINED }),
        answer({ rank: 12, ...JOINED, ...turn, poll_after_ms: 60_000 }),
      ],
    };
    const { calls } = await renderSite(ADDRESS, { today: TODAY, pages, answers });
    const room = await screen.findByRole("region", { name: "待合室" });
    expect(within(room).getByText("12番")).toBeVisible();
    expect(within(room).getByText("3名")).toBeVisible();
    expect(within(room).getByText("約2分")).toBeVisible();
    expect(document.title).toMatch(/^順番待ち – .+ \| Seki$/);
    const before = calls.filter(({ path }) => path === ADDRESS).length;
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(within(room).getByText("順番が来ました。ご予約いただけます。")).toHaveAttribute("role", "status");
    expect(within(room).getByRole("timer")).toHaveTextContent(/^残り 04:/);
    expect(document.title).toMatch(/^順番が来ました – .+ \| Seki$/);
    expect(calls.filter(({ path }) => path === ADDRESS).length).toBe(before + 1);
  });

  it.each<[string, MockAnswer, number, number]>([
    ["five seconds", { status: 503, body: { status: 503 } }, 0, 5_000],
    ["five seconds and a random time", { status: 503, body: { status: 503 } }, 0.8, 9_000],
    ["the time of the server", { status: 429, body: { status: 429 }, headers: { "Retry-After": "30" } }, 0, 30_000],
  ])("stays while the server is busy when the turn begins, and retries after %s", async (_, busy, chance, wait) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.spyOn(Math, "random").mockReturnValue(chance);
    const turn = { state: "turn", turn_ends_at: new Date(Date.now() + 290_000).toISOString() } as const;
    const answers = {
      [`GET ${CALL}`]: [answer({ state: "queued", ...JOINED }), answer({ ...JOINED, ...turn, poll_after_ms: 60_000 })],
    };
    const { calls, world } = await renderSite(ADDRESS, { today: TODAY, pages, answers });
    await screen.findByText("順番をお待ちください。");
    const reads = () => calls.filter(({ path }) => path === ADDRESS).length;
    const before = reads();
    world.answers[`GET ${ADDRESS}`] = [busy];
    for (const [passed, expected] of [
      [3_000, 1],
      [wait - 1_500, 1],
      [1_500, 2],
      [10_000, 2],
    ] as const) {
      await act(() => vi.advanceTimersByTimeAsync(passed));
      expect(reads()).toBe(before + expected);
      expect(screen.getByText("順番が来ました。ご予約いただけます。")).toBeVisible();
    }
  });

  it("reads the new dates when the room ends", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const answers = {
      [`GET ${CALL}`]: [
        answer({ state: "queued", ...JOINED }),
        answer({ state: "ended", ...JOINED, poll_after_ms: 60_000 }),
      ],
    };
    const { calls } = await renderSite(ADDRESS, { today: TODAY, pages, answers });
    await screen.findByText("順番をお待ちください。");
    const before = calls.filter(({ path }) => path === ADDRESS).length;
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(screen.getByText("順番待ちは終わりました。このままご予約いただけます。")).toBeVisible();
    expect(calls.filter(({ path }) => path === ADDRESS).length).toBe(before + 1);
  });

  it("asks as often as the room that may change soonest needs", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const others = [aRoom({ opens_at: "2026-11-21T10:15:00+09:00", state: "queued", ...JOINED })];
    const status = { status: 200, body: { waiting_room: aRoom({ state: "ended", poll_after_ms: 60_000 }), others } };
    const { calls } = await renderSite(ADDRESS, {
      today: TODAY,
      pages,
      answers: { [`GET ${CALL}`]: [status, status] },
    });
    await screen.findByText("順番をお待ちください。");
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(calls.filter(({ path }) => path === CALL)).toHaveLength(2);
  });

  it("reads the new dates when the room of an earlier opening ends and is left out", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const later = aRoom({ opens_at: "2026-11-21T10:15:00+09:00" });
    const current = { status: 200, body: { waiting_room: later, others: [aRoom()] } };
    const answers = {
      [`GET ${CALL}`]: [
        current,
        current,
        { status: 200, body: { waiting_room: { ...later, poll_after_ms: 60_000 }, others: [] } },
      ],
    };
    const { calls } = await renderSite(ADDRESS, { today: TODAY, pages, answers });
    expect(await screen.findAllByRole("region", { name: /^待合室/ })).toHaveLength(2);
    const reads = () => calls.filter(({ path }) => path === ADDRESS).length;
    const before = reads();
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(reads(), "nothing has changed").toBe(before);
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(screen.getByRole("region", { name: "待合室" })).toBeVisible();
    expect(reads()).toBe(before + 1);
  });

  it("renews the page's token, whose end would interrupt the wait", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.spyOn(Math, "random").mockReturnValue(0);
    const answers = { [`GET ${CALL}`]: [answer({ state: "queued", ...JOINED, poll_after_ms: 3_600_000 })] };
    const { calls, world } = await renderSite(ADDRESS, { today: TODAY, pages, answers });
    await screen.findByText("順番をお待ちください。");
    const reads = () => calls.filter(({ path }) => path === ADDRESS).length;
    const before = reads();
    world.answers[`GET ${ADDRESS}`] = [{ status: 503, body: { status: 503 } }];
    await act(() => vi.advanceTimersByTimeAsync(596_000));
    expect(reads()).toBe(before + 1);
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    expect(reads(), "the token has ended meanwhile").toBe(before + 2);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it.each([
    ["when it is shown again", () => Promise.resolve(window.dispatchEvent(new Event("visibilitychange")))],
    ["when its next read is rejected", () => vi.advanceTimersByTimeAsync(60_000)],
  ])("renews the token of a phone that was suspended for longer than its lifetime, %s", async (_, wake) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const answers = { [`GET ${CALL}`]: [answer({ state: "queued", ...JOINED, poll_after_ms: 3_600_000 })] };
    const { calls, world } = await renderSite(`${ADDRESS}?date=2026-11-26`, { today: TODAY, pages, answers });
    await screen.findByText("順番をお待ちください。");
    await screen.findByRole("radio", { name: /カウンター 昼の部/ });
    const tokens = () =>
      calls.filter(({ path }) => path === DAY_CALL).map(({ query }) => query.get("reservation_calendar_token"));
    // The clock continues during the sleep, and the timers do not.
    vi.setSystemTime(Date.now() + 660_000);
    world.answers[`GET ${DAY_CALL}`] = [EXPIRED];
    const part = { waiting_room_opens_at: OPENS_AT, token: "renewed" };
    world.pages = { new_reservation: { calendar: aCalendar(TODAY, "2026-12-31", part) } };
    await act(async () => void (await wake()));
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    expect(calls.filter(({ path }) => path === ADDRESS)).toHaveLength(1);
    expect(tokens().at(-1)).toBe("renewed");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(screen.getByRole("radio", { name: /カウンター 昼の部/ })).toBeVisible();
  });

  it("reports a token that is rejected before its end, which a renewal would not mend", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const answers = { [`GET ${CALL}`]: [answer()] };
    const { world } = await renderSite(`${ADDRESS}?date=2026-11-26`, { today: TODAY, pages, answers });
    await screen.findByRole("radio", { name: /カウンター 昼の部/ });
    world.answers[`GET ${DAY_CALL}`] = [EXPIRED];
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    expect(await screen.findByRole("alertdialog", { name: "ページの有効期限が切れました" })).toBeVisible();
  });

  it("shows the server's reason if the number has a place with another account", async () => {
    const user = userEvent.setup();
    const message = "この電話番号では、別のアカウントで順番待ちに参加済みです。";
    const refusal = { status: 409, body: { status: 409, code: "waiting_room_number_taken", message } };
    const answers = { [`GET ${CALL}`]: [answer()], [`POST ${CALL}`]: [refusal] };
    await renderSite(ADDRESS, { today: TODAY, pages, answers });
    await user.click(await screen.findByRole("button", { name: "待合室に入る" }));
    expect(await screen.findByText(message)).toBeVisible();
  });

  it("leads a visitor to the sign-in", async () => {
    const answers = { [`GET ${CALL}`]: [answer()] };
    await renderSite(ADDRESS, { today: TODAY, visitor: "guest", pages, answers });
    const link = await screen.findByRole("link", { name: "ログインして待合室に入る" });
    expect(link).toHaveAttribute("href", expect.stringContaining("/users/sign_in?after_sign_in_url="));
  });
});
