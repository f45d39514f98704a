import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aPage } from "@/testing/builders";
import { renderSite, stubScripts } from "@/testing/render-site";

const ADDRESS = "/captcha_challenge/key-1";
const PASSED = "確認しました。";

beforeEach(() => stubScripts(() => Promise.resolve({})));
afterEach(() => vi.useRealTimers());

const renderChallenge = (redirect_to: string) => {
  const page = aPage("captcha_challenge", { uniq_key: "key-1", referrer: redirect_to });
  const passed = { status: 200, body: { message: PASSED, redirect_to } };
  const answers = {
    [`GET ${ADDRESS}`]: [{ status: 200, body: page }],
    [`POST ${ADDRESS}/verify`]: [passed],
  };
  return renderSite(ADDRESS, { answers });
};

/** Draws the answers of calls whose timers do not run. */
async function settle(isSettled: () => boolean) {
  for (let turn = 0; !isSettled() && turn < 500; turn += 1) await act(() => vi.advanceTimersByTimeAsync(0));
}

it("shows the message for 1000 ms, and then returns to the limited page", async () => {
  const { assign, calls } = await renderChallenge("/owners/sign_in");
  await userEvent.setup().click(screen.getByRole("checkbox", { name: "私はロボットではありません" }));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  act(() => screen.getByRole("button", { name: "確認する" }).click());
  await settle(() => screen.queryByText(PASSED) !== null);
  expect(screen.getByText(PASSED)).toBeVisible();
  expect(calls.at(-1)?.body).toEqual({ recaptcha_token: "captcha-token" });
  await act(() => vi.advanceTimersByTimeAsync(999));
  expect(assign).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(assign).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/\/owners\/sign_in$/));
});

it("asks for the tick before it sends anything", async () => {
  const { calls } = await renderChallenge("/");
  await userEvent.setup().click(screen.getByRole("button", { name: "確認する" }));
  expect(await screen.findByText("チェックを入れてください。")).toBeVisible();
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
});
