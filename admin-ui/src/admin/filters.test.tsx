import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import AdminAdjustmentsPage from "@/admin/adjustments/AdminAdjustmentsPage";
import AdminCancelRequestsPage from "@/admin/cancel-requests/AdminCancelRequestsPage";
import AdminDisputesPage from "@/admin/disputes/AdminDisputesPage";
import AdminNoShowFeesPage from "@/admin/no-show-fees/AdminNoShowFeesPage";
import AdminReservationsPage from "@/admin/reservations/AdminReservationsPage";
import { openPage } from "@/admin/testing/open-page";
import { serveRows } from "@/admin/testing/serve-rows";
import AdminUsersPage from "@/admin/users/AdminUsersPage";

const PAGE = { adjustments: [], first: null };

it.each([
  { name: "payment_adjustments", Page: AdminAdjustmentsPage, filters: ["決済のID", "判断日時（から）"] },
  { name: "cancel_requests", Page: AdminCancelRequestsPage, filters: ["店舗のスラッグ"] },
  { name: "disputes", Page: AdminDisputesPage, filters: ["店舗のスラッグ"] },
  { name: "no_show_fees", Page: AdminNoShowFeesPage, filters: ["店舗のスラッグ"] },
  {
    name: "users",
    Page: AdminUsersPage,
    filters: ["メールアドレスの確認日時（から）", "電話番号の確認日時（まで）"],
  },
])("$name can be filtered by $filters", async ({ name, Page, filters }) => {
  serveRows({ [name]: [] });
  await openPage(`/admin/${name}`, `/admin/${name}`, <Page />, PAGE);
  fireEvent.click(await screen.findByRole("button", { name: "絞り込みを追加" }));
  for (const filter of filters) expect(await screen.findByRole("menuitemcheckbox", { name: filter })).toBeVisible();
});

it("says that the last day of a filter is before the first", async () => {
  serveRows({ reservations: [] });
  await openPage("/admin/reservations", "/admin/reservations", <AdminReservationsPage />, PAGE);
  fireEvent.change(await screen.findByLabelText("来店日（から）"), { target: { value: "2026-12-05" } });
  const last = screen.getByLabelText("来店日（まで）");
  fireEvent.change(last, { target: { value: "2026-12-04" } });
  expect(await screen.findByText("終了日は開始日以降にしてください。")).toBeVisible();
  fireEvent.change(last, { target: { value: "2026-12-05" } });
  await waitFor(() => expect(screen.queryByText("終了日は開始日以降にしてください。")).toBeNull());
});
