import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { renderSite, stubScripts } from "@/testing/render-site";

const ADDRESS = "/users/upcoming_reservations";
const CALL = "/r/sushi-kagura/reservations/rsv_2/retry_3ds";
const RETRY = "本人認証をやり直す";

beforeEach(() => stubScripts(() => Promise.resolve({})));

//
it("shows why a retry was rejected, and then reloads the page", async () => {
  const user = userEvent.setup();
  const message = "この予約のお支払いは済んでいます。";
  const { reload } = await renderSite(ADDRESS, {
    answers: { [`POST ${CALL}`]: [{ status: 422, body: { status: 422, code: "not_payable", message } }] },
  });
  await user.click(screen.getByRole("button", { name: RETRY }));
  const alert = await screen.findByRole("alertdialog", { name: message });
  expect(reload).not.toHaveBeenCalled();
  await user.click(within(alert).getByRole("button", { name: "OK" }));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

it("keeps the page without an answer of the server", async () => {
  const user = userEvent.setup();
  const { reload } = await renderSite(ADDRESS);
  const connected = window.fetch;
  vi.stubGlobal("fetch", (target: string, init?: RequestInit) =>
    target.endsWith(CALL) ? Promise.reject(new TypeError("Failed to fetch")) : connected(target, init),
  );
  await user.click(screen.getByRole("button", { name: RETRY }));
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(reload).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: RETRY })).toBeEnabled();
});
