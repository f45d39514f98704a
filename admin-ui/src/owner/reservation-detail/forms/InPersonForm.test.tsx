import { useState } from "react";
import { createTheme } from "@mui/material/styles";
import { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { RouterProvider, createMemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { AskProvider, UndoProvider } from "@/console/ui";
import { deleteDrafts } from "../../drafts";
import { InPersonForm } from "./InPersonForm";
import type { Detail } from "./model";

const RESERVATION = {
  uid: "r1",
  version: 3,
  type: "offline_reservation",
  status: "accepted",
  nickname: "伊藤",
  customer_type: "OfflineCustomer",
  customer_uid: "c1",
  customer_id: 1,
  customer_profile_id: 2,
  customer_fullname: "",
  restaurant_id: 3,
  country_code: "JP",
  display_phone_number: "",
  guests_count: 2,
  date: "2026-12-08",
  starts_at: "2026-12-08T18:00:00+09:00",
  ends_at: "2026-12-08T20:00:00+09:00",
  start_time: "18:00",
  end_time: "20:00",
  service: { state: null, arrived_at: null, seated_at: null, bill_at: null, left_at: null },
  operation_times: ["18:00", "20:00"],
  operation: "dinner",
  course_uid: "matsu",
  course_name: "松",
  course_choices: [{ uid: "matsu", title: "松", price: 9_000, operation: "dinner" }],
  inventory_group: { id: 1, uid: "counter", title: "カウンター", daily_cap: 4, capacity_per_stock: 1 },
  inventory_items: [
    { id: 1, uid: "c1", label: "C1" },
    { id: 2, uid: "c2", label: "C2" },
  ],
  extra_items: 0,
  internal_memo: "",
  customer_internal_memo: "",
} as unknown as Detail;

/** The party has a table for four. */
const AT_A_TABLE = {
  ...RESERVATION,
  inventory_group: { id: 2, uid: "room", title: "個室", daily_cap: 3, capacity_per_stock: 4 },
  inventory_items: [{ id: 6, uid: "p2", label: "P2" }],
} as unknown as Detail;

/** The party has two of these tables. */
const AT_JOINED_TABLES = {
  ...AT_A_TABLE,
  version: 4,
  inventory_items: [...AT_A_TABLE.inventory_items, { id: 7, uid: "p3", label: "P3" }],
  extra_items: 1,
};

const seat = (uid: string, group: string, capacity_per_stock: number, is_free = true) => {
  const inventory_group_title = group === "counter" ? "カウンター" : "個室";
  return {
    uid,
    label: uid.toUpperCase(),
    is_free,
    inventory_group_uid: group,
    inventory_group_title,
    capacity_per_stock,
  };
};
const SEATS = [
  ...["c1", "c2", "c3", "c4"].map((uid) => seat(uid, "counter", 1)),
  seat("p1", "room", 4, false),
  seat("p2", "room", 4),
  seat("p3", "room", 4),
];

const ERROR = createTheme().palette.error.main;

const send = vi.fn<(method: string, path: string, call: object) => Promise<unknown>>();

/** The form, and a button that stands for a colleague's change. */
function Form({ before, after }: { before: Detail; after: Detail }) {
  const [isLater, setLater] = useState(false);
  return (
    <>
      <button onClick={() => setLater(true)}>同僚の変更</button>
      <InPersonForm reservation={isLater ? after : before} onDone={vi.fn<() => void>()} />
    </>
  );
}

async function open(proposed: string[] = ["p2"], reservation = RESERVATION, after = reservation): Promise<void> {
  const proposal = { inventory_group_uid: "room", inventory_item_uids: proposed };
  send.mockImplementation((method, path) => {
    if (path.endsWith("/seats")) return Promise.resolve({ data: SEATS });
    if (path.endsWith("seat_proposals")) return Promise.resolve({ data: { seats: proposed[0] ? [proposal] : [] } });
    if (method === "PUT") return Promise.resolve({ data: { ...reservation, version: 4 } });
    return Promise.resolve({ data: [], message: "" });
  });
  const form = <Form before={reservation} after={after} />;
  const data = { page: "owner_daily_calendar", data: {}, now: "2026-12-01T10:00:00+09:00" };
  const router = createMemoryRouter([{ path: "/", element: form, loader: () => data, hydrateFallbackElement: <></> }]);
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <AskProvider>
        <UndoProvider>
          <RouterProvider router={router} />
        </UndoProvider>
      </AskProvider>
    </CoreAdminContext>,
  );
  await screen.findByLabelText("席グループ");
}

const guests = () => screen.getByLabelText("人数");
const group = () => screen.getByLabelText("席グループ");
const joins = () => screen.getByRole("switch", { name: "テーブルをつなげる" });
const save = () => screen.getByRole("button", { name: "更新する" });
const shown = () => screen.getAllByRole("button", { name: /^[CP]\d/ }).map((button) => button.textContent);
const changes = () =>
  send.mock.calls
    .filter(([method]) => method === "PUT")
    .map(([, , call]) => (call as { body: { offline_reservation: object } }).body.offline_reservation);

beforeEach(() => {
  vi.restoreAllMocks();
  send.mockReset();
  vi.spyOn(api, "send").mockImplementation(send as never);
  vi.spyOn(api, "showFlash").mockReturnValue();
  vi.spyOn(api, "useMayWrite").mockReturnValue(true);
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  const restaurant = { slug: "sushi-kagura", time_zone: "Asia/Tokyo", today: "2026-12-01" };
  vi.spyOn(api, "useSession").mockReturnValue({ is_admin: false, restaurant, features: {} } as never);
});
afterEach(deleteDrafts);

it("moves the party to the proposed seats of another group, from the shown version", async () => {
  await open();
  expect(shown()).toEqual(["C1 選択中", "C2 選択中", "C3 空き", "C4 空き"]);
  fireEvent.change(group(), { target: { value: "room" } });
  await waitFor(() => expect(shown()).toEqual(["P1 使用中", "P2 選択中", "P3 空き"]));
  expect(send).toHaveBeenCalledWith("GET", "/owners/api/seat_proposals", {
    query: {
      date: "2026-12-08",
      guests_count: 2,
      starts_at: "18:00",
      ends_at: "20:00",
      inventory_group_uid: "room",
    },
  });
  fireEvent.click(save());
  await waitFor(() => expect(changes()).toHaveLength(1));
  expect(changes()[0]).toMatchObject({ inventory_item_uids: ["p2"], expected_version: 3 });
});

it("cannot be saved without seats of the chosen group, and returns to its own", async () => {
  await open([]);
  fireEvent.change(group(), { target: { value: "room" } });
  expect(await screen.findByText("1席が必要です（選択中 0席）")).toBeVisible();
  expect(save()).toBeDisabled();
  fireEvent.click(screen.getByRole("button", { name: "P2 空き" }));
  expect(save()).toBeEnabled();
  fireEvent.change(group(), { target: { value: "counter" } });
  expect(shown()).toEqual(["C1 選択中", "C2 選択中", "C3 空き", "C4 空き"]);
  expect(screen.queryByText("保存していない変更があります。")).toBeNull();
});

it("ignores a proposal that arrives after the change was discarded", async () => {
  await open();
  let propose: ((answer: unknown) => void) | undefined;
  send.mockImplementation(
    (_, path) =>
      new Promise((resolve) => {
        if (path.endsWith("seat_proposals")) propose = resolve;
      }),
  );
  fireEvent.change(group(), { target: { value: "room" } });
  fireEvent.click(screen.getByRole("button", { name: "破棄する" }));
  expect(propose).toBeDefined();
  await act(async () => propose?.({ data: { seats: [{ inventory_item_uids: ["p2"] }] } }));
  expect(group()).toHaveValue("counter");
  expect(shown()).toEqual(["C1 選択中", "C2 選択中", "C3 空き", "C4 空き"]);
  expect(screen.queryByText("保存していない変更があります。")).toBeNull();
});

it("joins a table to the party, and releases it", async () => {
  await open([], AT_A_TABLE);
  expect(joins()).not.toBeChecked();
  fireEvent.click(joins());
  fireEvent.click(screen.getByRole("button", { name: "P3 空き" }));
  expect(screen.getByText("2卓をつなげています。")).toBeVisible();
  fireEvent.click(save());
  await waitFor(() => expect(changes()).toHaveLength(1));
  expect(changes()[0]).toMatchObject({ inventory_item_uids: ["p2", "p3"] });
  fireEvent.click(joins());
  expect(shown()).toEqual(["P1 使用中", "P2 選択中", "P3 空き"]);
  expect(screen.getByText("1席が必要です（選択中 1席）")).toBeVisible();
});

it("shows the joined tables of a party, and joins none at a counter", async () => {
  await open([], AT_JOINED_TABLES);
  expect(joins()).toBeChecked();
  expect(screen.getByText("2卓をつなげています。")).toBeVisible();
  expect(save()).toBeEnabled();
  fireEvent.change(group(), { target: { value: "counter" } });
  expect(screen.queryByRole("switch")).toBeNull();
});

it("keeps the joined tables of a party whose size and group are as before", async () => {
  await open([], AT_JOINED_TABLES);
  fireEvent.change(guests(), { target: { value: "3" } });
  expect(joins()).not.toBeChecked();
  fireEvent.change(guests(), { target: { value: "2" } });
  expect(joins()).toBeChecked();
  expect(screen.getByText("2卓をつなげています。")).toBeVisible();
  fireEvent.change(group(), { target: { value: "counter" } });
  fireEvent.change(group(), { target: { value: "room" } });
  expect(joins()).toBeChecked();
  expect(screen.getByText("2卓をつなげています。")).toBeVisible();
});

it("follows a colleague who joins a table", async () => {
  await open([], AT_A_TABLE, AT_JOINED_TABLES);
  expect(joins()).not.toBeChecked();
  fireEvent.click(screen.getByRole("button", { name: "同僚の変更" }));
  expect(joins()).toBeChecked();
  expect(screen.getByText("2卓をつなげています。")).toBeVisible();
});

it("rejects no seats of a party that got them while they took fewer guests", async () => {
  await open([], { ...AT_JOINED_TABLES, extra_items: 0 });
  expect(joins()).not.toBeChecked();
  expect(save()).toBeEnabled();
  expect(screen.getByText("1席が必要です（選択中 2席）")).not.toHaveStyle({ color: ERROR });
  fireEvent.click(screen.getByRole("button", { name: "P3 選択中" }));
  fireEvent.click(screen.getByRole("button", { name: "P2 選択中" }));
  expect(screen.getByText("1席が必要です（選択中 0席）")).toHaveStyle({ color: ERROR });
});

it("shows the joined tables again after a discarded release", async () => {
  await open([], AT_JOINED_TABLES);
  fireEvent.click(joins());
  expect(shown()).toEqual(["P1 使用中", "P2 選択中", "P3 空き"]);
  fireEvent.click(screen.getByRole("button", { name: "破棄する" }));
  expect(joins()).toBeChecked();
  expect(screen.getByText("2卓をつなげています。")).toBeVisible();
});

it("saves again from the version of the answer, before the page has read the reservation again", async () => {
  await open();
  const memo = screen.getByLabelText("予約メモ（お客様には表示されません）");
  const saved = { ...RESERVATION, version: 4, guests_count: 1, internal_memo: "窓側" };
  send.mockImplementation((method, path) => {
    if (path.endsWith("/seats")) return Promise.resolve({ data: SEATS });
    return Promise.resolve({ data: method === "PUT" ? saved : [], message: "" });
  });
  fireEvent.change(guests(), { target: { value: "1" } });
  fireEvent.change(memo, { target: { value: "窓側" } });
  fireEvent.click(save());
  await waitFor(() => expect(changes()).toHaveLength(1));
  await waitFor(() => expect(save()).toBeEnabled());
  fireEvent.change(guests(), { target: { value: "2" } });
  fireEvent.change(memo, { target: { value: "奥の席" } });
  fireEvent.click(save());
  await waitFor(() => expect(changes()).toHaveLength(2));
  expect(changes()[1]).toMatchObject({
    new_guests_count: 2,
    expected_version: 4,
    internal_memo: "奥の席",
    expected_internal_memo: "窓側",
  });
});

it("deletes the version that was shown", async () => {
  await open();
  fireEvent.click(screen.getByRole("button", { name: "予約を削除" }));
  await waitFor(() =>
    expect(send).toHaveBeenCalledWith("DELETE", "/owners/api/offline_reservations/{uid}", {
      path: { uid: "r1" },
      query: { expected_version: 3 },
      signal: expect.anything() as unknown,
    }),
  );
});

it("names the recorded step that another day deletes", async () => {
  await open([], { ...RESERVATION, service: { ...RESERVATION.service, state: "no_show" } });
  const date = screen.getByLabelText("来店日");
  expect(date).not.toHaveAccessibleDescription();
  fireEvent.change(date, { target: { value: "2026-12-11" } });
  expect(date).toHaveAccessibleDescription("来店日を変更すると、記録済みの「無断キャンセル」は消えます。");
});

it("keeps the day of a party that has left", async () => {
  await open([], { ...RESERVATION, service: { ...RESERVATION.service, state: "left" } });
  expect(screen.getByLabelText("来店日")).toBeDisabled();
  expect(screen.getByText("退店済みのため変更できません。")).toBeVisible();
});
