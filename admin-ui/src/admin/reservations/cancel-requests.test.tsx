import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import { CancelRequestPane } from "./CancelRequestPane";

const REQUEST = {
  uid: "c1",
  reservation_uid: "r1",
  reservation_code: "BCDF2345",
  restaurant_slug: "sushi-kagura",
  restaurant_name: "鮨かぐら",
  display_time: "2026年12月01日 18:00",
  guests_count: 2,
  type: "online_reservation",
  reason: "customer",
  delete_os: true,
  status: "pending",
  created_at: "2026-11-21T10:00:00+09:00",
} as const;

const pane = (status = "pending") => openPage("/", "/", <CancelRequestPane request={{ ...REQUEST, status }} />, {});

it.each([
  ["approve", "承認して予約をキャンセル", "予約をキャンセルしますか？", "キャンセル料はかかりません。"],
  ["reject", "却下する", "申請を却下しますか？", "予約は有効のままです。"],
])("a decision needs a confirmation: %s, with the reason", async (how, button, title, text) => {
  const user = userEvent.setup();
  const send = vi.spyOn(api, "send").mockResolvedValue({ status: 200, message: "済みました。" } as never);
  const page = await pane();
  await user.type(await screen.findByRole("textbox", { name: /判断の理由/ }), "電話で確認");
  await user.click(screen.getByRole("button", { name: button }));
  const question = await screen.findByRole("alertdialog", { name: title });
  expect(question).toHaveTextContent(text);
  expect(send).not.toHaveBeenCalled();
  await user.click(within(question).getByRole("button", { name: button }));
  expect(send).toHaveBeenCalledExactlyOnceWith("POST", `/admin/reservations/{uid}/cancel_request/${how}`, {
    path: { uid: "r1" },
    body: { reason: "電話で確認" },
  });
  expect(await screen.findByText("済みました。")).toBeInTheDocument();
  await waitFor(() => expect(page.reads()).toBe(2));
});

it("a rejected decision shows the reason, and reloads the page", async () => {
  const user = userEvent.setup();
  const message = "この申請はすでに処理されています。";
  vi.spyOn(api, "send").mockRejectedValue(new api.ApiError({ status: 422, message }));
  const page = await pane();
  await user.click(await screen.findByRole("button", { name: "却下する" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "却下する" }));
  expect(await screen.findByText(message)).toBeInTheDocument();
  await waitFor(() => expect(page.reads()).toBe(2));
});

it("a cancelled confirmation decides nothing", async () => {
  const user = userEvent.setup();
  const send = vi.spyOn(api, "send");
  await pane();
  await user.click(await screen.findByRole("button", { name: "承認して予約をキャンセル" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "キャンセル" }));
  expect(send).not.toHaveBeenCalled();
});

it.each(["approved", "rejected"])("a request that is %s offers no decision", async (status) => {
  await pane(status);
  expect(await screen.findByText(status === "approved" ? "承認" : "却下")).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
});
