import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/owner/testing/open-page";
import OwnerReservationsPage from "./OwnerReservationsPage";
import { NO_FILTER } from "./search";

const TEXT = "q[customer_name_or_phone_local_number_or_invitation_email_cont_all]";

const reservation = (id: number) => ({
  id,
  uid: `r${id}`,
  reservation_code: `CODE-${id}`,
  type: "offline_reservation",
  shown_status: "confirmed",
  status_label: "確定",
  date: "2026-12-10",
  start_time: "18:00",
  end_time: "20:00",
  created_at: "2026-12-01T10:00:00+09:00",
  guests_count: 2,
  course_name: "夜のおまかせ",
  course_price: 24_000,
  seat_title: "カウンター",
  seat_labels: ["1", "2"],
  internal_memo: "",
  special_request: "窓側を希望",
  customer_uid: `c${id}`,
  customer_fullname: `伊藤${id}`,
  customer_group_label: null,
  display_phone_number: "09012345678",
  email: null,
  service: { state: null },
});

const PRESETS = [{ key: "next_7_days", from: "2026-12-08", till: "2026-12-14" }];

/** A page of 30 reservations, of which it has the first two. */
function load(query: URLSearchParams) {
  const page = Number(query.get("page") ?? 1);
  const ids = [1, 2].map((place) => (page - 1) * 20 + place);
  const filter = {
    ...NO_FILTER,
    text: query.get(TEXT) ?? "",
    statuses: query.getAll("q[status_in][]"),
    from: query.get("q[starts_at_gteq]"),
    till: query.get("q[starts_at_lteq]"),
  };
  return {
    reservations: ids.map(reservation),
    total: 30,
    total_pages: 2,
    current_page: page,
    filter,
    presets: PRESETS,
  };
}

const open = (address = "/owners/reservations", options = {}) =>
  openPage(
    address,
    <OwnerReservationsPage />,
    load,
    (called) => Response.json({ data: load(new URL(called, "http://seki").searchParams) }),
    options,
  );

const table = async () => within(await screen.findByLabelText("予約一覧", { selector: "table" }));

it("offers the files of the filter to roles that may export", async () => {
  await open("/owners/reservations?q[status_in][]=accepted");
  await table();
  const files = screen.getAllByRole("link", { name: /CSV|Excel/ }).map((link) => link.getAttribute("href"));
  const query = "?q%5Bstatus_in%5D%5B%5D=accepted";
  expect(files).toEqual([`/owners/reservations.csv${query}`, `/owners/reservations.xlsx${query}`]);
});

it("has no files for other roles", async () => {
  await open("/owners/reservations", { role: "floor" });
  await table();
  expect(screen.queryByRole("link", { name: /CSV|Excel/ })).toBeNull();
});

it("shows the rows of each page's data, without a further call", async () => {
  const { address, loads, calls } = await open("/owners/reservations?q[status_in][]=accepted");
  expect((await table()).getByText("伊藤2")).toBeVisible();
  fireEvent.click(screen.getByLabelText("次のページへ"));
  expect(await screen.findByText("伊藤22")).toBeVisible();
  expect(screen.queryByText("伊藤2")).toBeNull();
  expect(address()).toEqual([
    ["q[status_in][]", "accepted"],
    ["page", "2"],
  ]);
  expect(loads).toHaveLength(2);
  expect(calls).not.toHaveBeenCalled();
});

it("sorts in the address of the filter, by the server's names of the fields", async () => {
  const { address, calls } = await open("/owners/reservations?q[starts_at_gteq]=2026-12-08");
  fireEvent.click((await table()).getByText("人数"));
  await waitFor(() =>
    expect(address()).toEqual([
      ["q[starts_at_gteq]", "2026-12-08"],
      ["sort", "guests_count"],
      ["order", "ASC"],
    ]),
  );
  expect(calls).not.toHaveBeenCalled();
});

it("writes searches to the specification's parameters", async () => {
  const { address } = await open();
  fireEvent.change(await screen.findByLabelText("お名前・電話番号・メールで検索"), { target: { value: "伊藤" } });
  await waitFor(() => expect(address()).toEqual([[TEXT, "伊藤"]]));
  expect(await screen.findByText("30件 / 伊藤")).toBeVisible();
  fireEvent.click(screen.getByText("今後7日間"));
  await waitFor(() =>
    expect(address()).toEqual([
      [TEXT, "伊藤"],
      ["q[starts_at_gteq]", "2026-12-08"],
      ["q[starts_at_lteq]", "2026-12-14"],
    ]),
  );
  fireEvent.click(await screen.findByText("条件を解除"));
  await waitFor(() => expect(address()).toEqual([]));
});

it("hides columns until they are chosen", async () => {
  await open();
  expect((await table()).queryByText("窓側を希望")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "列" }));
  fireEvent.click(await screen.findByLabelText("ご要望"));
  await waitFor(() => expect(screen.getAllByText("窓側を希望")[0]).toBeVisible());
});

it("is in English, and is cards on a phone", async () => {
  await open("/owners/reservations", { locale: "en", isWide: false });
  const cards = await screen.findByRole("list", { name: "Reservations" });
  expect(within(cards).getAllByRole("listitem")).toHaveLength(2);
  expect(screen.queryByRole("table")).toBeNull();
});
