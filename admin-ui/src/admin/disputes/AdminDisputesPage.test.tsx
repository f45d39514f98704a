import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/admin/testing/open-page";
import { serveRows } from "@/admin/testing/serve-rows";
import AdminDisputesPage from "./AdminDisputesPage";

const DISPUTE = {
  id: 1,
  gateway_fid: "dp_1",
  restaurant_slug: "sushi-kagura",
  restaurant_name: "鮨かぐら",
  charge_kind: "prepaid_course",
  amount: 24_000,
  reason: "fraudulent",
  status: "needs_response",
  is_open: true,
  is_waiting: true,
  borne_by: null,
  user_uid: "u1",
  reservation_uid: "r1",
  reservation_code: "BCDF2345",
  note: "",
  opened_at: "2026-11-28T10:00:00+09:00",
  evidence_due_at: "2026-12-05T10:00:00+09:00",
  answered_at: null,
  closed_at: null,
};
const OF_A_PLAN = {
  ...DISPUTE,
  id: 2,
  gateway_fid: "dp_2",
  restaurant_slug: null,
  restaurant_name: null,
  reservation_uid: null,
  reservation_code: null,
  charge_kind: "subscription_fee",
  reason: "moonlight",
};
const PATH = "/admin/disputes";

async function open(address = PATH, rows: object[] = [DISPUTE, OF_A_PLAN]) {
  const asked = serveRows({ disputes: rows });
  await openPage(PATH, address, <AdminDisputesPage />, { first: null });
  return () => asked("disputes");
}

it("lists open disputes by deadline, with texts for the provider's codes", async () => {
  const asked = await open();
  expect(await screen.findByRole("link", { name: "dp_1" })).toHaveAttribute("href", "/admin/disputes/dp_1");
  const [, first, second] = screen.getAllByRole("row");
  expect(first).toHaveTextContent(
    /2026年12月05日 10:00.*回答待ち.*24,000円.*コース代金（前払）.*覚えのない支払い.*BCDF2345.*鮨かぐら/,
  );
  expect(second).toHaveTextContent(/会員費.*その他の理由（コード：moonlight）/);
  expect(asked()).toEqual([{ filter: { is_open: "true" }, sort: ["evidence_due_at", "ASC"] }]);
  expect(screen.getByRole("link", { name: "書き出し" })).toBeVisible();
});

it.each([
  ["?state=closed", { is_open: "false" }, "終了した異議申し立てはありません。"],
  ["?state=all", {}, "異議申し立てはまだありません。"],
  ["?state=closed&locale=en", { is_open: "false" }, "終了した異議申し立てはありません。"],
])("reads the address %s", async (query, filter, text) => {
  const asked = await open(PATH + query, []);
  expect(await screen.findByText(text)).toBeVisible();
  expect(asked().at(-1)?.filter).toEqual(filter);
});

it("leads to the closed disputes, and marks what it shows", async () => {
  const asked = await open();
  const states = within(await screen.findByRole("group", { name: "表示する異議申し立て" }));
  expect(states.getByRole("link", { current: "page" })).toHaveTextContent("未決");
  fireEvent.click(states.getByRole("link", { name: "終了" }));
  await waitFor(() => expect(asked().at(-1)?.filter).toEqual({ is_open: "false" }));
  expect(await screen.findByRole("link", { current: "page" })).toHaveTextContent("終了");
});
