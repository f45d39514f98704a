import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/admin/testing/open-page";
import { serveRows } from "@/admin/testing/serve-rows";
import AdminAdjustmentsPage from "./AdminAdjustmentsPage";

const DONE = {
  id: 5,
  uid: "a5",
  kind: "refund",
  status: "succeeded",
  amount: 40_000,
  borne_by: "operator",
  reason: "提供の遅れ",
  decision_reason: "",
  needs_approval: true,
  restaurant_slug: "sushi-kagura",
  restaurant_name: "鮨かぐら",
  reservation_uid: "r1",
  reservation_code: "BCDF2345",
  charge_uid: "charge-7",
  user_uid: "u1",
  requested_by: "新井",
  decided_by: "山本",
  failure_code: null,
  created_at: "2026-11-21T10:00:00+09:00",
  decided_at: "2026-11-21T11:00:00+09:00",
  finished_at: "2026-11-21T11:01:00+09:00",
};

it("shows those that need an admin above the list of all", async () => {
  const asked = serveRows({ payment_adjustments: [DONE] });
  const page = { adjustments: [], first: { rows: [DONE], total: 1 } };
  await openPage("/admin/payment_adjustments", "/admin/payment_adjustments", <AdminAdjustmentsPage />, page);
  expect(await screen.findByText("承認待ち・処理中の返金や訂正はありません。")).toBeVisible();
  const all = within(screen.getByRole("table", { name: "すべての返金・訂正" }));
  expect(all.getByRole("cell", { name: "40,000円" })).toBeVisible();
  expect(all.getByRole("link", { name: "5" })).toHaveAttribute("href", "/admin/payment_adjustments/a5");
  expect(all.getByRole("link", { name: "鮨かぐら" })).toHaveAttribute("href", "/admin/restaurants/sushi-kagura");
  expect(asked("payment_adjustments")).toEqual([]);
});
