import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/admin/testing/open-page";
import { serveRows } from "@/admin/testing/serve-rows";
import AdminCancelRequestsPage from "./AdminCancelRequestsPage";

const REQUEST = {
  id: 1,
  uid: "c1",
  status: "pending",
  reason: "customer",
  delete_os: true,
  restaurant_slug: "sushi-kagura",
  restaurant_name: "鮨かぐら",
  reservation_uid: "r1",
  reservation_code: "BCDF2345",
  starts_at: "2026-12-01T18:00:00+09:00",
  guests_count: 2,
  requested_by: "大将",
  created_at: "2026-11-28T10:00:00+09:00",
  decided_at: null,
};
const PATH = "/admin/cancel_requests";

async function open({ address = PATH, rows = [REQUEST] as object[], flags = {} } = {}) {
  const asked = serveRows({ cancel_requests: rows });
  await openPage(PATH, address, <AdminCancelRequestsPage />, { first: null }, flags);
  return () => asked("cancel_requests");
}

it("links the requests that wait, oldest first, to the reservations that decide them", async () => {
  const asked = await open();
  const row = await screen.findByRole("row", { name: /BCDF2345/ });
  const links = within(row).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["BCDF2345", "/admin/reservations/r1"],
    ["鮨かぐら", "/admin/restaurants/sushi-kagura"],
  ]);
  for (const text of [/2026年12月01日 18:00 2名/, "お客様都合", "承認待ち"])
    expect(screen.getAllByText(text).at(-1)).toBeVisible();
  expect(asked()).toEqual([{ filter: { status: "pending" }, sort: ["created_at", "ASC"] }]);
});

it.each([
  [PATH, "承認待ちの申請はありません。"],
  [`${PATH}?filter={}`, "条件に合うものはありません。"],
])("an empty list at %s says: %s", async (address, text) => {
  await open({ address, rows: [] });
  expect(await screen.findByText(text)).toBeVisible();
});

it("lists decided requests without a filter", async () => {
  const asked = await open({ address: `${PATH}?filter={}`, rows: [{ ...REQUEST, status: "approved" }] });
  expect(await screen.findByText("承認")).toBeVisible();
  expect(asked().at(-1)?.filter).toEqual({});
});

it("sorts by the visit", async () => {
  const asked = await open();
  fireEvent.click(await screen.findByRole("button", { name: /来店日時/ }));
  await waitFor(() => expect(asked().at(-1)?.sort).toEqual(["starts_at", "ASC"]));
});

it("shows the member of staff who filed a request in a column that can be chosen", async () => {
  await open();
  expect(await screen.findByText("BCDF2345")).toBeVisible();
  expect(screen.queryByText("大将")).toBeNull();
  fireEvent.click(screen.getByText("列"));
  fireEvent.click(await screen.findByLabelText("申請者"));
  expect(await screen.findByText("大将")).toBeVisible();
});

it("offers the file of the shown rows to an admin who may export guests' data", async () => {
  await open({ flags: { privacy_export: true } });
  const file = await screen.findByRole("link", { name: "書き出し" });
  const { pathname, searchParams } = new URL(file.getAttribute("href") ?? "", "http://seki");
  expect(pathname).toBe("/admin/api/resources/cancel_requests.csv");
  expect(searchParams.get("filter")).toBe('{"status":"pending"}');
  expect(searchParams.get("sort")).toBe('["created_at","ASC"]');
});
