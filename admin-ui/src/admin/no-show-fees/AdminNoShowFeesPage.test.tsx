import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/admin/testing/open-page";
import { serveRows } from "@/admin/testing/serve-rows";
import AdminNoShowFeesPage from "./AdminNoShowFeesPage";

const FEE = {
  id: 5,
  restaurant_slug: "sushi-kagura",
  restaurant_name: "鮨かぐら",
  reservation_uid: "r1",
  reservation_code: "BCDF2345",
  starts_at: "2026-11-28T18:00:00+09:00",
  guests_count: 2,
  amount: 24_000,
  status: "requested",
  charge_status: "planned",
  requested_at: "2026-11-28T20:00:00+09:00",
  charge_due_at: "2026-12-01T20:00:00+09:00",
  decided_at: null,
  reason: "",
};
const PATH = "/admin/no_show_fees";

it("lists the fees that wait to be charged, the first request first", async () => {
  const asked = serveRows({ no_show_fees: [FEE] });
  await openPage(PATH, PATH, <AdminNoShowFeesPage />, { first: null });
  expect(await screen.findByRole("link", { name: "BCDF2345" })).toHaveAttribute("href", "/admin/reservations/r1");
  const row = screen.getByRole("row", { name: /BCDF2345/ });
  expect(row).toHaveTextContent(/鮨かぐら.*2026年11月28日 18:00 2名.*24,000円.*2026年12月01日 20:00.*請求待ち/);
  expect(asked("no_show_fees")).toEqual([{ filter: { status: "requested" }, sort: ["requested_at", "ASC"] }]);
  expect(screen.getByRole("link", { name: "書き出し" })).toBeVisible();
});

it("lists decided fees, and offers no file without the permission", async () => {
  const asked = serveRows({ no_show_fees: [{ ...FEE, status: "waived", charge_status: null }] });
  await openPage(PATH, `${PATH}?filter={}`, <AdminNoShowFeesPage />, { first: null }, {}, {}, true);
  expect(await screen.findByText("運営が取り消し")).toBeVisible();
  expect(asked("no_show_fees").at(-1)?.filter).toEqual({});
  expect(screen.queryByRole("link", { name: "書き出し" })).toBeNull();
});
