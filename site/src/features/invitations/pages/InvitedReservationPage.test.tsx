import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { anInvitation } from "@/testing/member-builders";
import { renderSite } from "@/testing/render-site";

const ADDRESS = "/users/invited_reservations/rsv_1";
const open = { invitation: { ...anInvitation().invitation, is_open: true, status: "pending" as const } };

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

afterEach(() => {
  vi.useRealTimers();
});

it("warns of a deadline that is near, announces it, and reports its end", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  const deadline_at = new Date(Date.now() + 620_000).toISOString();
  await renderSite(ADDRESS, {
    pages: { invited_reservation: { ...open, invitation: { ...open.invitation, deadline_at } } },
  });
  expect(screen.queryByRole("timer")).not.toBeInTheDocument();
  await pass(25);
  expect(screen.getByRole("timer")).toHaveTextContent("09:55");
  await pass(300);
  expect(screen.getByText("回答期限までの時間：5分を切りました。")).toHaveAttribute("role", "status");
  await pass(300);
  expect(screen.getAllByText("回答期限が過ぎました。")[0]).toBeVisible();
  expect(screen.queryByRole("timer")).not.toBeInTheDocument();
});

it("keeps the page if accepting fails offline", async () => {
  const user = userEvent.setup();
  await renderSite(ADDRESS, { pages: { invited_reservation: open } });
  await user.click(screen.getByRole("checkbox", { name: "キャンセルポリシーに同意します" }));
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
  await user.click(screen.getByRole("button", { name: "招待を受ける" }));
  expect(await screen.findByText(/^通信できませんでした/)).toBeVisible();
  expect(screen.getByRole("button", { name: "招待を受ける" })).toBeEnabled();
});

it("shows a guest with only the link that the invitation has been answered already", async () => {
  const user = userEvent.setup();
  const page = { ...open, needs_sign_in: true, invited_token: "token" };
  const refusal = { status: 401, body: { status: 401, message: "ログインしてください。", code: "sign_in_required" } };
  const { assign } = await renderSite(ADDRESS, {
    visitor: "guest",
    pages: { invited_reservation: page },
    answers: { [`POST ${ADDRESS}/decline`]: [refusal] },
  });
  await user.click(screen.getByRole("button", { name: "辞退する" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "辞退する" }));
  expect(await screen.findByText(/すでにお返事がありました/)).toBeVisible();
  expect(assign).not.toHaveBeenCalled();
});
