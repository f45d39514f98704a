import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/admin/testing/open-page";
import { serveRows } from "@/admin/testing/serve-rows";
import AdminAuditEventsPage from "./AdminAuditEventsPage";

const LOG = "/admin/audit_events";
const EVENT = {
  id: 1,
  at: "2026-12-01T10:00:00+09:00",
  actor: "system",
  actor_id: null,
  actor_nickname: null,
  user_uid: null,
  restaurant_slug: null,
  restaurant_name: null,
  reservation_uid: null,
  action: "hold_expired",
  detail: {},
};

async function open(events: object[] = [EVENT], address = LOG) {
  const asked = serveRows({ audit_events: events });
  const total = address === LOG ? events.length : null;
  await openPage(LOG, address, <AdminAuditEventsPage />, { events, total });
  await screen.findByRole("heading", { level: 1, name: "監査記録" });
  return () => asked("audit_events");
}

it("shows the first events without a call, and sorts them", async () => {
  const asked = await open();
  const table = within(await screen.findByRole("table", { name: "監査記録" }));
  expect(asked()).toEqual([]);
  fireEvent.click(table.getByText("日時"));
  await waitFor(() => expect(asked().at(-1)?.sort).toEqual(["at", "ASC"]));
});

it("offers the actions in the order of their texts, each text once", async () => {
  await open();
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "操作" }));
  const [every, ...texts] = within(await screen.findByRole("listbox"))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
  expect(every).toBe("すべて");
  expect(texts.length).toBeGreaterThan(100);
  expect(texts).toEqual(texts.toSorted((one, other) => one.localeCompare(other, "ja")));
  expect(new Set(texts).size).toBe(texts.length);
});

it("reads the plain parameters of links", async () => {
  const asked = await open([], `${LOG}?actor=admin&actor_id=3&restaurant=sushi-kagura&date=2026-12-01`);
  expect(await screen.findByText("条件に合うものはありません。")).toBeVisible();
  expect(asked().at(-1)?.filter).toEqual({
    actor: "admin",
    actor_id: "3",
    restaurant_slug: "sushi-kagura",
    at_gte: "2026-12-01",
    at_lte: "2026-12-01",
  });
});

it("shows a row's detail as text, including the kind of record", async () => {
  const detail = { key: 9, master: "calendar_tags", changed: ["color"], cancellation_fee: 12_000 };
  await open([{ ...EVENT, action: "master__saved", detail }]);
  const words = "番号: 9, 基本データ: カレンダータグ, 変更項目: 色, キャンセル料: 12,000";
  expect(await screen.findByText(words)).toBeVisible();
});

it.each([
  [{ type: "OfflineCustomer" }, "種類: 来店・電話"],
  [{ type: "offsite_reservation" }, "種類: 他サイト予約"],
  [{ setting: "reservation_fee" }, "項目: 予約手数料（1名あたりの円）"],
  [{ flag: "allow_send_ivr_sms_by_default", is_on: true }, "機能フラグ: SMS送信を初期値でオンにする, 状態: オン"],
  [
    { new: { price: 500, title_ja: "梅" }, old: { price: 400 } },
    /^変更前: \(価格.*: 400\), 変更後: \(価格.*: 500, 名称（日本語）: 梅\)$/,
  ],
])("shows %o without codes", async (detail, words) => {
  await open([{ ...EVENT, detail }]);
  expect(await screen.findByText(words)).toBeVisible();
});

it("names the list that was viewed", async () => {
  await open([{ ...EVENT, actor: "admin", action: "list.viewed", detail: { list: "users", rows: 50 } }]);
  expect(await screen.findByText(/^一覧: ユーザー, .*50$/)).toBeVisible();
});

it("shows entries from before a rename as text", async () => {
  const entry = { ...EVENT, actor: "command_line" };
  await open([
    { ...entry, action: "stray_payment_given_back", detail: { amount: 12_000 } },
    { ...entry, id: 2, action: "staff_role_changed", detail: { ["former_role"]: "staff" } },
  ]);
  expect(await screen.findByText("以前の権限: スタッフ")).toBeVisible();
  expect(screen.getByText("請求のない決済を返金（旧記録）")).toBeVisible();
});

it("links an event to its actor, restaurant and booking", async () => {
  const where = { restaurant_slug: "sushi-kagura", restaurant_name: "鮨かぐら", reservation_uid: "r1" };
  await open([{ ...EVENT, ...where, actor: "diner", user_uid: "u1" }]);
  const table = within(await screen.findByRole("table", { name: "監査記録" }));
  expect(table.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/admin/users/u1",
    "/admin/restaurants/sushi-kagura",
    "/admin/reservations/r1",
  ]);
});
