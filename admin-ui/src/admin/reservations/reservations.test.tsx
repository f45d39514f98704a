import { QueryClient } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { RouterProvider, createMemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { loadTexts } from "@/admin/i18n/load-texts";
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

async function open(path: string): Promise<void> {
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  const i18nProvider = await loadTexts("ja");
  const adjusting = { adjustments: [], user_uid: "u1", is_correctable: true, approval_above: 30_000 };
  const data = {
    reservation: RESERVATION,
    charges: CHARGES,
    cancel_requests: [],
    payment_dispute: "lost",
    lost_amount: 48_000,
    no_show_fee: null,
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
      <RouterProvider router={router} />
    </CoreAdminContext>,
  );
}

// F204
it("shows an admin a reservation and links to its payments", async () => {
  await open("/admin/reservations/r1");
  expect(await screen.findByText("BCDF2345")).toBeInTheDocument();
  expect(screen.getByRole("alert")).toHaveTextContent(/48,000円がカード名義人に返還されました/);
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["決済一覧", "/admin/reservations/r1/reservation_charges"],
    ["鮨かぐら", "/admin/restaurants/sushi-kagura"],
  ]);
});

// F206
it("shows an admin the payments and refunds", async () => {
  await open("/admin/reservations/r1/reservation_charges");
  const row = within(await screen.findByRole("table")).getByRole("row", { name: /コース代金/ });
  expect(row).toHaveTextContent("48,000");
  expect(row).toHaveTextContent("12,000");
  expect(row).toHaveTextContent("pi_1");
  expect(screen.queryByRole("button"), "without the permission nothing can be refunded").toBeNull();
  expect(screen.getByRole("link")).toHaveAttribute("href", "/admin/reservations/r1");
});
