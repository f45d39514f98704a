import { QueryClient } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CoreAdminContext } from "ra-core";
import { RouterProvider, createMemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { loadLaterTexts, loadTexts } from "@/admin/i18n/load-texts";
import { AskProvider } from "@/console/ui";
import AdminReservationChargesPage from "./AdminReservationChargesPage";
import AdminReservationPage from "./AdminReservationPage";

const RESERVATION = {
  uid: "r1",
  reservation_code: "BCDF2345",
  status: "accepted",
  type: "online_reservation",
  restaurant_slug: "sushi-kagura",
  restaurant_name: "鮨かぐら",
  display_time: "12月1日 18:00",
  guests_count: 2,
  course_name: "おまかせ",
  prepaid_price: 48_000,
  reservation_fee: 780,
  cancellation_fee: null,
  created_at: "2026-11-21T10:00:00+09:00",
  accepted_at: "2026-11-21T10:05:00+09:00",
  ended_at: null,
};
const CHARGES = [
  {
    uid: "charge-1",
    refundable: 36_000,
    kind: "prepaid_course",
    label: "コース代金",
    amount: 48_000,
    refund_due: 12_000,
    refunded_amount: 12_000,
    dispute: "won",
    dispute_id: "dp_1",
    lost_amount: 0,
    status: "succeeded",
    gateway_fid: "pi_1",
  },
];

const MESSAGES = [
  {
    is_text: false,
    recipient: "hanako@seki.test",
    is_to_restaurant: false,
    mail: { template: "reservation_reminder", state: "failed", created_at: "2026-11-21T10:05:00+09:00", sent_at: null },
  },
  {
    is_text: true,
    recipient: "+819012345678",
    is_to_restaurant: false,
    mail: {
      template: "reservation_reminder",
      state: "sent",
      created_at: "2026-11-21T10:06:00+09:00",
      sent_at: "2026-11-21T10:04:00+09:00",
    },
  },
];
const HISTORY = [
  {
    id: 1,
    at: "2026-11-21T10:05:00+09:00",
    actor: "diner",
    actor_id: 1,
    actor_nickname: null,
    user_uid: "u1",
    restaurant_slug: "sushi-kagura",
    restaurant_name: "鮨かぐら",
    reservation_uid: "r1",
    action: "reservation_cancelled",
    detail: {},
  },
];

const FEE = {
  restaurant_slug: "sushi-kagura",
  restaurant_name: "鮨かぐら",
  reservation_uid: "r1",
  reservation_code: "BCDF2345",
  display_time: "12月1日 18:00",
  guests_count: 2,
  amount: 39_600,
  status: "charged",
  charge_status: "succeeded",
  requested_at: "2026-12-01T18:31:00+09:00",
  charge_due_at: "2026-12-02T06:31:00+09:00",
  reason: "",
};

interface Options {
  no_show_fee: typeof FEE | null;
  /** Whether the admin may refund. */
  refunds: boolean;
}

async function open(path: string, options: Options = { no_show_fee: null, refunds: false }): Promise<void> {
  const { no_show_fee, refunds } = options;
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja", admin: { flags: { refunds } } } as never);
  const i18nProvider = await loadTexts("ja");
  await loadLaterTexts();
  const adjusting = { adjustments: [], user_uid: "u1", is_correctable: true, approval_above: 30_000 };
  const data = {
    reservation: RESERVATION,
    charges: CHARGES,
    cancel_requests: [],
    payment_dispute: "lost",
    lost_amount: 48_000,
    no_show_fee,
    guest: { name: "花子 太郎", phone: "09012345678", email: "hanako@seki.test" },
    seats: "カウンター C1 C2",
    display_end: "12月1日 20:00",
    messages: MESSAGES,
    history: HISTORY,
    can_cancel: true,
    can_confirm_again: true,
    ...adjusting,
  };
  const router = createMemoryRouter(
    [
      {
        path: "/admin/reservations/:uid",
        element: <AdminReservationPage />,
        loader: () => ({ data }),
        hydrateFallbackElement: <></>,
      },
      {
        path: "/admin/reservations/:uid/reservation_charges",
        element: <AdminReservationChargesPage />,
        loader: () => ({ data }),
        hydrateFallbackElement: <></>,
      },
    ],
    { initialEntries: [path] },
  );
  render(
    <CoreAdminContext i18nProvider={i18nProvider} queryClient={new QueryClient()}>
      <AskProvider>
        <RouterProvider router={router} />
      </AskProvider>
    </CoreAdminContext>,
  );
}

// F204
it("shows an admin a reservation with links to guest, restaurant and payments", async () => {
  await open("/admin/reservations/r1");
  expect(await screen.findByText("BCDF2345")).toBeInTheDocument();
  expect(screen.getByRole("alert")).toHaveTextContent(/48,000円がカード名義人に返還されました/);
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  for (const link of [
    ["決済一覧", "/admin/reservations/r1/reservation_charges"],
    ["鮨かぐら", "/admin/restaurants/sushi-kagura"],
    ["花子 太郎", "/admin/users/u1"],
    ["090-1234-5678", "tel:09012345678"],
  ]) {
    expect(links).toContainEqual(link);
  }
  expect(screen.getByText("カウンター C1 C2")).toBeInTheDocument();
  expect(screen.getByRole("table", { name: "送信したメール・SMS" })).toHaveTextContent(
    /090-1234-5678.*10:04.*送信失敗.*10:05/,
  );
  expect(screen.getByRole("table", { name: "履歴" })).toHaveTextContent("予約キャンセル");
  await userEvent.click(screen.getByRole("button", { name: "予約をキャンセルする" }));
  const agree = within(await screen.findByRole("dialog")).getByRole("button", { name: "予約をキャンセルする" });
  expect(agree, "it needs a reason and a proof").toBeDisabled();
});

// F206
it("shows an admin the payments and refunds", async () => {
  await open("/admin/reservations/r1/reservation_charges");
  const row = within(await screen.findByRole("table")).getByRole("row", { name: /コース代金/ });
  expect(row).toHaveTextContent("48,000");
  expect(row).toHaveTextContent("12,000");
  expect(row).toHaveTextContent("pi_1");
  expect(screen.queryByRole("button"), "without the permission nothing can be refunded").toBeNull();
  expect(screen.getByRole("link", { name: "予約の詳細" })).toHaveAttribute("href", "/admin/reservations/r1");
});

it.each([
  ["charged", true, 1],
  ["charged", false, 0],
  ["requested", false, 1],
])("offers to waive a %s fee to an admin with refunds=%s", async (status, refunds, buttons) => {
  await open("/admin/reservations/r1", { no_show_fee: { ...FEE, status }, refunds });
  expect(await screen.findByRole("region", { name: "無断キャンセル料" })).toBeVisible();
  expect(screen.queryAllByRole("button", { name: "請求を取り消す" })).toHaveLength(buttons);
});

it("asks for a reason and a proof before it waives a charged fee", async () => {
  await open("/admin/reservations/r1", { no_show_fee: FEE, refunds: true });
  await userEvent.click(await screen.findByRole("button", { name: "請求を取り消す" }));
  const agree = within(await screen.findByRole("dialog")).getByRole("button", { name: "請求を取り消す" });
  expect(agree).toBeDisabled();
});
