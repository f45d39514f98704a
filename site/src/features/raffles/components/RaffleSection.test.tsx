import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
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

describe("the raffle of a restaurant", () => {
  it("takes in what was entered in another window", async () => {
    const { world } = await renderSite(ADDRESS);
    const { enter } = await openDialog();
    expect(enter).toBeEnabled();
    world.raffle = entered();
    const other = new BroadcastChannel("seki.raffle");
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of its origin alone
    other.postMessage(null);
    expect(await screen.findByRole("button", { name: "応募済み" })).toBeDisabled();
    other.close();
  });

  it("waits after a refusal, too, which an entry on another device brings", async () => {
    const { world } = await renderSite(ADDRESS);
    const { user, enter } = await openDialog();
    world.raffle = entered();
    await user.click(enter);
    expect(await screen.findByText("次の応募は、前回の応募から24時間後に可能です。")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("button", { name: "応募済み" })).toBeDisabled());
    expect(screen.getByText(/次の応募まで 23時間/)).toBeVisible();
  });

  it.each(["guest", "hanako"] as const)("leads %s to the proof once it has closed", async (visitor) => {
    await renderSite(ADDRESS, { visitor, raffle: aRaffle({}, { progress: "drawn" }) });
    expect(screen.getByText("抽選は終了しました。")).toBeVisible();
    expect(screen.getByRole("link", { name: "抽選の結果を検証する" })).toHaveAttribute("href", "/raffle/rounds/round");
  });

  it("has no proof to lead to while it is open", async () => {
    await renderSite(ADDRESS);
    expect(screen.queryByRole("link", { name: "抽選の結果を検証する" })).not.toBeInTheDocument();
  });
});
