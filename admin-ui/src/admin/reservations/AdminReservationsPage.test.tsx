import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/admin/testing/open-page";
import { serveRows } from "@/admin/testing/serve-rows";
import AdminReservationsPage from "./AdminReservationsPage";

const ACCEPTED = {
  id: 8,
  uid: "r8",
  reservation_code: "BCDF2345",
  restaurant_slug: "sushi-kagura",
  restaurant_name: "鮨かぐら",
  type: "online_reservation",
  status: "accepted",
  operation: "dinner",
  date: "2026-12-01",
  starts_at: "2026-12-01T18:00:00+09:00",
  guests_count: 2,
  course_title: "おまかせ",
  course_price: 24_000,
  prepaid_price: 48_000,
  user_uid: "u1",
  guest_name: "山田 花子",
  guest_phone: "+819012345678",
  is_walk_in: false,
  has_cancel_request: true,
  created_at: "2026-11-28T10:00:00+09:00",
  accepted_at: "2026-11-28T10:00:00+09:00",
  ended_at: null,
};
const HELD = {
  ...ACCEPTED,
  id: 9,
  uid: "r9",
  reservation_code: "GHJK2345",
  status: "pending",
  has_cancel_request: false,
};
const ROWS = [ACCEPTED, { ...HELD, user_uid: null, guest_name: null, guest_phone: null }];
const PATH = "/admin/reservations";

async function open(flags = {}, rows: object[] = ROWS, query = "") {
  const asked = serveRows({ reservations: rows });
  await openPage(PATH, `${PATH}${query}`, <AdminReservationsPage />, { first: null }, flags, {}, true);
  return () => asked("reservations");
}

it("links each reservation, its restaurant and its diner, newest first", async () => {
  const asked = await open();
  const links = (await screen.findByRole("row", { name: /BCDF2345/ })).querySelectorAll("a");
  expect([...links].map((link) => link.getAttribute("href"))).toEqual([
    "/admin/reservations/r8",
    "/admin/restaurants/sushi-kagura",
    "/admin/users/u1",
  ]);
  const row = screen.getByRole("row", { name: /BCDF2345/ });
  expect(row).toHaveTextContent(/2026年12月01日 18:00 2名山田 花子090-1234-5678確定キャンセル申請.*2026年11月28日/);
  expect(screen.getByRole("row", { name: /GHJK2345/ })).not.toHaveTextContent("山田");
  expect(asked()).toEqual([{ filter: {}, sort: ["created_at", "DESC"] }]);
  expect(screen.getByRole("columnheader", { name: /受付日時/ })).toHaveAttribute("aria-sort", "descending");
  expect(screen.queryByRole("link", { name: "書き出し" })).toBeNull();
});

it("searches a code or number, and the days of visits", async () => {
  const asked = await open({ privacy_export: true });
  fireEvent.change(await screen.findByRole("searchbox", { name: /予約番号/ }), { target: { value: "BCDF2345" } });
  await waitFor(() => expect(asked().at(-1)?.filter).toEqual({ q: "BCDF2345" }));
  fireEvent.change(screen.getByLabelText("来店日（から）"), { target: { value: "2026-12-01" } });
  await waitFor(() => expect(asked().at(-1)?.filter).toEqual({ q: "BCDF2345", date_gte: "2026-12-01" }));
  expect(await screen.findByRole("link", { name: "書き出し" })).toBeVisible();
});

it("names a walk-in without a guest, and the guest of a walk-in who was entered", async () => {
  const walkIn = { ...ACCEPTED, is_walk_in: true, user_uid: null, guest_name: null, guest_phone: null };
  const named = { ...walkIn, id: 9, uid: "r9", reservation_code: "GHJK2345", guest_name: "佐藤 一郎" };
  await open({}, [walkIn, named]);
  expect(await screen.findByRole("row", { name: /BCDF2345/ })).toHaveTextContent(/2名ウォークイン確定/);
  expect(screen.getByRole("row", { name: /GHJK2345/ })).toHaveTextContent(/2名佐藤 一郎確定/);
});

it("sorts by the visit", async () => {
  const asked = await open();
  fireEvent.click(await screen.findByRole("button", { name: /来店日時/ }));
  await waitFor(() => expect(asked().at(-1)).toEqual({ filter: {}, sort: ["starts_at", "ASC"] }));
});
