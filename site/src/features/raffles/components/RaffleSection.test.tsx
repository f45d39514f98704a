import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aRaffle, anEntry } from "@/testing/builders";
import { renderSite } from "@/testing/render-site";

const ADDRESS = "/r/sushi-kagura";
const entered = () =>
  aRaffle({ entries: [anEntry()], next_release_time_ms: Date.now() + 86_000_000, registerable_entries_count: 6 });

async function openDialog() {
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "抽選に応募する" }));
  return { user, enter: await screen.findByRole("button", { name: "応募する" }) };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("the raffle of a restaurant", () => {
  it("announces when the next entry is near and possible", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
    const user = userEvent.setup();
    const soon = { entries: [anEntry()], next_release_time_ms: Date.now() + 320_000, registerable_entries_count: 6 };
    await renderSite(ADDRESS, { raffle: aRaffle(soon) });
    await user.click(screen.getByRole("button", { name: /^応募状況を見る/ }));
    expect(await screen.findByText(/^次の応募まで/)).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(25_000));
    expect(screen.getByText("次の応募までの時間：5分を切りました。")).toHaveAttribute("role", "status");
    await act(() => vi.advanceTimersByTimeAsync(300_000));
    expect(screen.getByText("応募できるようになりました。")).toHaveAttribute("role", "status");
    expect(screen.getByRole("button", { name: "応募する" })).toBeEnabled();
  });

  it("shows an entry that was made in another window", async () => {
    const { world } = await renderSite(ADDRESS);
    const { enter } = await openDialog();
    expect(enter).toBeEnabled();
    world.raffle = entered();
    const other = new BroadcastChannel("seki.raffle");
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels are limited to their origin
    other.postMessage(null);
    expect(await screen.findByRole("button", { name: "応募済み" })).toBeDisabled();
    other.close();
  });

  it("waits for the next entry after a rejection, which an entry on another device causes", async () => {
    const { world } = await renderSite(ADDRESS);
    const { user, enter } = await openDialog();
    world.raffle = entered();
    await user.click(enter);
    expect(await screen.findByText("次の応募は、前回の応募から24時間後に可能です。")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("button", { name: "応募済み" })).toBeDisabled());
    expect(screen.getByText(/次の応募まで 23時間/)).toBeVisible();
  });

  it.each(["guest", "hanako"] as const)("links %s to the proof once it has closed", async (visitor) => {
    await renderSite(ADDRESS, { visitor, raffle: aRaffle({}, { progress: "drawn" }) });
    expect(screen.getByText("抽選は終了しました。")).toBeVisible();
    expect(screen.getByRole("link", { name: "抽選の結果を検証する" })).toHaveAttribute("href", "/raffle/rounds/round");
  });

  const made = {
    entries: [anEntry()],
    next_release_time_ms: Date.now() + 86_400_000,
    registerable_entries_count: 6,
    is_jp_user: false,
    favorited: true,
  };
  const CALL = "POST /users/api/raffle_rounds/round/entries";
  const MAIL = { name: "Receive news from this restaurant by email" };

  // F086
  it.each([true, false])("asks a diner abroad for consent to mail (%s)", async (wants) => {
    const user = userEvent.setup();
    const answers = { [CALL]: [{ status: 201, body: made }] };
    const { calls } = await renderSite(ADDRESS, { visitor: "emma", locale: "en", answers });
    await user.click(screen.getByRole("button", { name: "Enter the raffle" }));
    const mail = await screen.findByRole("checkbox", MAIL);
    expect(mail).toBeChecked();
    if (!wants) await user.click(mail);
    await user.click(screen.getByRole("button", { name: "Enter" }));
    await waitFor(() => expect(calls.find(({ method }) => method === "POST")).toBeDefined());
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
      category: "normal",
      notification_enabled: wants,
    });
    // The diner's country is not Japan: the restaurant is a favourite, and the raffle's dialog stays open.
    expect(await screen.findByText("Your entry was received.")).toBeVisible();
  });

  it("does not ask a diner in Japan", async () => {
    const { calls } = await renderSite(ADDRESS, {
      answers: { [CALL]: [{ status: 201, body: { ...made, is_jp_user: true, favorited: false } }] },
    });
    const { user, enter } = await openDialog();
    expect(screen.queryByRole("checkbox", { name: /お知らせをメールで/ })).not.toBeInTheDocument();
    await user.click(enter);
    expect(await screen.findByText("応募を受け付けました。")).toBeVisible();
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ category: "normal" });
  });

  it("says first that the entry was received, and then that the restaurant is a favourite", async () => {
    await renderSite(ADDRESS, {
      answers: { [CALL]: [{ status: 201, body: { ...made, is_jp_user: true, favorited: true } }] },
    });
    const { user, enter } = await openDialog();
    await user.click(enter);
    const dialog = await screen.findByRole("dialog", { name: "応募を受け付けました。" });
    expect(within(dialog).getByRole("heading", { level: 3, name: "お気に入りに追加しました" })).toBeVisible();
  });

  it("has no link to the proof while it is open", async () => {
    await renderSite(ADDRESS);
    expect(screen.queryByRole("link", { name: "抽選の結果を検証する" })).not.toBeInTheDocument();
  });
});
