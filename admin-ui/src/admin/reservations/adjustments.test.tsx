import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import AdminReservationChargesPage from "./AdminReservationChargesPage";
import AdminAdjustmentsPage from "@/admin/adjustments/AdminAdjustmentsPage";

const COURSE = {
  uid: "charge-1",
  kind: "prepaid_course",
  label: "コース代金（前払）",
  amount: 24_000,
  refunded_amount: 0,
  refundable: 24_000,
  status: "succeeded",
  gateway_fid: "pi_1",
};
const PAGE = {
  reservation: { uid: "r1", reservation_code: "BCDF2345" },
  charges: [COURSE, { ...COURSE, uid: "charge-2", label: "予約手数料", refundable: 0 }],
  adjustments: [],
  user_uid: "u1",
  is_correctable: true,
  approval_above: 30_000,
};
const REQUEST = {
  uid: "a1",
  kind: "refund",
  amount: 40_000,
  borne_by: "operator",
  reason: "提供の遅れ",
  status: "awaiting_approval",
  is_unpaid: false,
  requested_by: "新井",
  is_by_command_line: false,
  needs_approval: true,
  awaits_confirmation: false,
  decided_by: null,
  decision_reason: "",
  failure_code: null,
  failure: null,
  label: "コース代金（前払）",
  restaurant_name: "鮨かぐら",
  reservation_uid: "r1",
  reservation_code: "BCDF2345",
  user_uid: "u1",
  created_at: "2026-11-21T10:00:00+09:00",
  finished_at: null,
  can_decide: true,
  can_confirm: false,
  can_withdraw: false,
};
/** The list of all adjustments, below the open ones. */
const NO_ROWS = { rows: [], total: 0 };
const DONE = { status: 200, message: "受け付けました。" } as never;

it("a refund begins with what is left, and is sent once with a key and a proof", async () => {
  const user = userEvent.setup();
  const send = vi.spyOn(api, "send").mockResolvedValue(DONE);
  const page = await openPage("/", "/", <AdminReservationChargesPage />, PAGE);
  const buttons = await screen.findAllByRole("button", { name: "返金…" });
  expect(buttons, "nothing is left of the fee").toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "返金…" }));
  const dialog = within(await screen.findByRole("dialog", { name: /返金する/ }));
  expect(dialog.getByLabelText(/金額/)).toHaveValue(24_000);
  expect(dialog.getByText(/30,000円を超える/)).toBeVisible();
  const submit = dialog.getByRole("button", { name: "返金" });
  expect(submit).toBeDisabled();
  await user.clear(dialog.getByLabelText(/金額/));
  await user.type(dialog.getByLabelText(/金額/), "5000");
  await user.type(dialog.getByLabelText(/理由/), "提供の遅れ");
  await user.click(dialog.getByRole("radio", { name: "店舗" }));
  await user.type(dialog.getByLabelText(/現在のパスワード/), "Seki-2026");
  await user.click(submit);
  expect(send).toHaveBeenCalledExactlyOnceWith("POST", "/admin/users/{uid}/charges/{charge_uid}/refunds", {
    path: { uid: "u1", charge_uid: "charge-1" },
    body: {
      adjustment: {
        amount: 5_000,
        reason: "提供の遅れ",
        borne_by: "restaurant",
        idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      },
      current_password: "Seki-2026",
    },
  });
  expect(await screen.findByText("受け付けました。")).toBeVisible();
  await waitFor(() => expect(page.reads()).toBe(2));
});

it("a rejected refund shows the reason at its field, and keeps the dialog", async () => {
  const user = userEvent.setup();
  const fields = { amount: "返金できるのは19,000円までです。" };
  vi.spyOn(api, "send").mockRejectedValue(new api.ApiError({ status: 422, message: fields.amount, fields }));
  await openPage("/", "/", <AdminReservationChargesPage />, PAGE);
  await user.click(await screen.findByRole("button", { name: "返金…" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText(/理由/), "提供の遅れ");
  await user.click(dialog.getByRole("radio", { name: "運営会社" }));
  await user.type(dialog.getByLabelText(/現在のパスワード/), "Seki-2026");
  await user.click(dialog.getByRole("button", { name: "返金" }));
  await waitFor(() => expect(dialog.getByLabelText(/金額/)).toHaveAccessibleDescription(fields.amount));
});

it("another admin's request is approved with a proof", async () => {
  const user = userEvent.setup();
  const send = vi.spyOn(api, "send").mockResolvedValue(DONE);
  await openPage("/", "/", <AdminAdjustmentsPage />, { adjustments: [REQUEST], first: NO_ROWS });
  await user.click(await screen.findByRole("button", { name: "承認する" }));
  const dialog = within(await screen.findByRole("dialog", { name: /申請を承認する/ }));
  await user.type(dialog.getByLabelText(/現在のパスワード/), "Seki-2026");
  await user.click(dialog.getByRole("button", { name: "続ける" }));
  expect(send).toHaveBeenCalledExactlyOnceWith("POST", "/admin/payment_adjustments/{uid}/approve", {
    path: { uid: "a1" },
    body: { current_password: "Seki-2026" },
  });
});

it("one's own request offers a withdrawal only, and a finished one nothing", async () => {
  const own = { ...REQUEST, can_decide: false, can_withdraw: true };
  const finished = { ...REQUEST, uid: "a2", status: "succeeded", can_decide: false };
  await openPage("/", "/", <AdminAdjustmentsPage />, { adjustments: [own, finished], first: NO_ROWS });
  expect(await screen.findByRole("button", { name: "取り下げる" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "承認する" })).toBeNull();
  expect(screen.getByText("完了")).toBeVisible();
});

it("a refund without approval names its requester only as such, and an approved one its approver", async () => {
  const made = { ...REQUEST, status: "processing", can_decide: false };
  const alone = { ...made, needs_approval: false, requested_by: "新井", decided_by: "新井" };
  const approved = { ...made, uid: "a2", decided_by: "山本" };
  await openPage("/", "/", <AdminAdjustmentsPage />, { adjustments: [alone, approved], first: NO_ROWS });
  expect(await screen.findByText("承認不要")).toBeVisible();
  expect(screen.getByText("山本")).toBeVisible();
  expect(screen.queryByText("新井"), "without the time of the request").toBeNull();
});

it("a failed refund shows the reason and what to do, not the provider's code", async () => {
  const failure = "カードの紛失または盗難が届け出られています。銀行振込など、別の方法で返金してください。";
  const failed = { ...REQUEST, status: "failed", can_decide: false, failure_code: "lost_or_stolen_card", failure };
  await openPage("/", "/", <AdminAdjustmentsPage />, { adjustments: [failed], first: NO_ROWS });
  expect(await screen.findByText(failure)).toBeVisible();
  expect(screen.queryByText(/lost_or_stolen_card/)).toBeNull();
});

it("a request of the command line says so, and is confirmed by its admin before another one approves it", async () => {
  const user = userEvent.setup();
  const send = vi.spyOn(api, "send").mockResolvedValue(DONE);
  const request = { ...REQUEST, is_by_command_line: true, awaits_confirmation: true };
  const own = { ...request, uid: "a2", can_decide: false, can_confirm: true, can_withdraw: true };
  await openPage("/", "/", <AdminAdjustmentsPage />, { adjustments: [request, own], first: NO_ROWS });
  expect(await screen.findAllByText(/新井（コマンドライン）/)).toHaveLength(2);
  expect(screen.queryByRole("button", { name: "承認する" })).toBeNull();
  expect(screen.getByRole("button", { name: "却下する" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "確認する" }));
  const dialog = within(await screen.findByRole("dialog", { name: /申請を確認する/ }));
  await user.type(dialog.getByLabelText(/現在のパスワード/), "Seki-2026");
  await user.click(dialog.getByRole("button", { name: "続ける" }));
  expect(send).toHaveBeenCalledExactlyOnceWith("POST", "/admin/payment_adjustments/{uid}/approve", {
    path: { uid: "a2" },
    body: { current_password: "Seki-2026" },
  });
});

it.each(["24001", "0", "-1", ""])("names the amounts that can be refunded instead of %j", async (amount) => {
  await openPage("/", "/", <AdminReservationChargesPage />, PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "返金…" }));
  const field = within(await screen.findByRole("dialog", { name: /返金する/ })).getByLabelText(/金額/);
  expect(field).toBeValid();
  fireEvent.change(field, { target: { value: amount } });
  expect(field).toHaveAccessibleDescription("1円以上、24,000円以下の整数を入力してください。");
  expect(field).toBeInvalid();
});

it("says why the operator bears the refund of its own fee", async () => {
  const fee = { ...COURSE, kind: "reservation_fee" };
  await openPage("/", "/", <AdminReservationChargesPage />, { ...PAGE, charges: [fee] });
  await userEvent.click(await screen.findByRole("button", { name: "返金…" }));
  const dialog = within(await screen.findByRole("dialog", { name: /返金する/ }));
  expect(dialog.getByRole("radio", { name: "店舗" })).toBeDisabled();
  expect(dialog.getByText("運営会社の売上のため、運営会社の負担になります。")).toBeVisible();
});
