import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onPage } from "@/console/testing/page";
import * as api from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { UndoProvider } from "@/console/ui";
import { OfflineContext } from "../offline/use-offline";
import { WaitingList } from "./WaitingList";
import type { WaitingEntry } from "./model";

const DATE = "2026-12-20";
const SEAT = {
  inventory_group_uid: "g1",
  inventory_group_title: "カウンター",
  inventory_item_uids: ["c1", "c2"],
  labels: ["C1", "C2"],
  start_time: "19:00",
  end_time: "21:00",
  leftover: 0,
  web_times: [],
  reasons: [],
};

function entryOf(over: Partial<WaitingEntry>): WaitingEntry {
  return {
    uid: "w1",
    state: "waiting",
    customer_uid: "c1",
    customer_name: "待田 健",
    phone_display: "",
    invitation_email: null,
    is_reachable: true,
    has_account: true,
    last_offer: null,
    guests_count: 2,
    from_time: "18:00",
    till_time: "20:00",
    waits_until: `${DATE}T20:00:00+09:00`,
    internal_memo: "",
    reservation_uid: null,
    reservation_time: null,
    offer_ends_at: null,
    seat: SEAT,
    fits_with_earlier: true,
    ...over,
  };
}

/** The list, and a button that stands for a colleague's change. */
function List({ before, after }: Record<"before" | "after", Schemas["OwnerDailyCalendarPage"]>) {
  const [isLater, setLater] = useState(false);
  return (
    <>
      {!isLater && <button onClick={() => setLater(true)}>同僚の変更</button>}
      <WaitingList day={isLater ? after : before} reload={() => Promise.resolve()} />
    </>
  );
}

interface World {
  courses?: object[];
  /** The free seats by time. */
  proposals?: Record<string, object[]>;
  /** Reservations of the guest. */
  visits?: object[];
}

async function open(
  waiting: WaitingEntry[],
  isDisconnected = false,
  later: WaitingEntry[] = waiting,
  { courses = [], proposals = {}, visits = [] }: World = {},
): Promise<unknown[]> {
  const restaurant = { slug: "sushi-kagura", time_zone: "Asia/Tokyo", today: "2026-12-08" };
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant, features: {} } as never);
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  vi.spyOn(api, "useMayWrite").mockReturnValue(true);
  const written: unknown[] = [];
  type Call = { body?: unknown; query?: { starts_at?: string } };
  vi.spyOn(api, "send").mockImplementation(((method: string, path: string, { body, query }: Call) => {
    if (path === "/owners/customers/{uid}") return Promise.resolve({ data: { visits } });
    const seats = proposals[query?.starts_at ?? ""] ?? waiting.flatMap(({ seat }) => seat ?? []);
    if (method === "GET") return Promise.resolve({ data: { seats, other_times: [] } });
    written.push(body ?? path);
    return Promise.resolve({ message: "" });
  }) as never);
  const day = {
    date: DATE,
    waiting,
    items: [],
    courses,
    columns: [{ key: "19:00", label: "19:00", operation: "dinner", from: "19:00", till: "19:30" }],
    operations: [
      { name: "dinner", label: "ディナー", default_stay_minutes: 120, stays: [], from: "17:00", till: "22:00" },
    ],
    inventory_groups: [],
  } as unknown as Schemas["OwnerDailyCalendarPage"];
  const list = (
    <OfflineContext value={{ isDisconnected, day }}>
      <List before={day} after={{ ...day, waiting: later }} />
    </OfflineContext>
  );
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <UndoProvider>{onPage(list)}</UndoProvider>
    </CoreAdminContext>,
  );
  await screen.findByRole("region", { name: "空席待ち" });
  return written;
}

const OFFER = "席を確保して案内を送る";

beforeEach(() => {
  vi.restoreAllMocks();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-08T09:00:00Z") });
});

afterEach(() => void vi.useRealTimers());

it("shows until when a party waits if that is before its latest start", async () => {
  await open([
    entryOf({ uid: "w1", customer_name: "待田 健", waits_until: `${DATE}T18:30:00+09:00` }),
    entryOf({ uid: "w2", customer_name: "長居 待子" }),
    entryOf({ uid: "w3", customer_name: "帰宅 済", waits_until: "2026-12-07T20:00:00+09:00" }),
  ]);
  const [first, second, third] = screen.getAllByRole("listitem");
  expect(first).toHaveTextContent("18:30まで待つ");
  expect(second).toHaveTextContent("長居 待子");
  expect(second).not.toHaveTextContent("まで待つ");
  expect(third, "a wait that has ended").toBeUndefined();
});

it("sends an offer with the chosen deadline", async () => {
  const written = await open([entryOf({})]);
  fireEvent.click(screen.getByRole("button", { name: OFFER }));
  const dialog = await screen.findByRole("dialog", { name: /^席を確保して案内を送る/ });
  const deadline = within(dialog).getByLabelText("回答期限");
  expect(deadline).toHaveDisplayValue("30分後（18:30）");
  fireEvent.change(deadline, { target: { value: "180" } });
  expect(deadline).toHaveDisplayValue("3時間後（21:00）");
  fireEvent.click(within(dialog).getByRole("button", { name: OFFER }));
  const seats = { start_time: "19:00", inventory_group_uid: "g1", inventory_item_uids: ["c1", "c2"] };
  await waitFor(() => expect(written).toEqual([{ by: "invitation", deadline_minutes: 180, course_uid: "", ...seats }]));
});

it("offers the chosen time and seats, and warns of a reservation of the guest on this day", async () => {
  const room = { ...SEAT, inventory_group_uid: "g2", inventory_group_title: "個室", inventory_item_uids: ["p1"] };
  const later = { start_time: "19:45", end_time: "21:45" };
  const proposals = {
    "19:45": [
      { ...SEAT, ...later },
      { ...room, ...later, labels: ["P1"] },
    ],
    "20:00": [],
  };
  const visit = { uid: "r1", date: DATE, status: "accepted", start_time: "17:30", guests_count: 2 };
  const written = await open([entryOf({})], false, undefined, { proposals, visits: [visit] });
  fireEvent.click(screen.getByRole("button", { name: OFFER }));
  const dialog = await screen.findByRole("dialog", { name: /^席を確保して案内を送る/ });
  expect(await within(dialog).findByText(/^このお客様はこの日にすでに予約があります：17:30/)).toBeVisible();
  const start = within(dialog).getByLabelText("開始");
  fireEvent.change(start, { target: { value: "20:00" } });
  expect(await within(dialog).findByText("この時刻に空いている席はありません。")).toBeVisible();
  fireEvent.change(start, { target: { value: "19:45" } });
  const option = await within(dialog).findByRole("option", { name: "個室 P1" });
  fireEvent.change(within(dialog).getByLabelText("座席"), { target: { value: (option as HTMLOptionElement).value } });
  expect(within(dialog).getByText("19:45–21:45")).toBeVisible();
  fireEvent.click(within(dialog).getByRole("button", { name: OFFER }));
  const seats = { start_time: "19:45", inventory_group_uid: "g2", inventory_item_uids: ["p1"] };
  await waitFor(() => expect(written).toEqual([expect.objectContaining(seats)]));
});

it("shows before an offer what the guest must do, and that the seats stay off the web", async () => {
  const course = { uid: "omakase", operation: "dinner", chargeable_title: "おまかせ", is_prepaid: true };
  await open([entryOf({ has_account: false })], false, undefined, { courses: [course] });
  fireEvent.click(screen.getByRole("button", { name: OFFER }));
  const dialog = await screen.findByRole("dialog", { name: /^席を確保して案内を送る/ });
  for (const note of [/会員登録をしてから/, /前払いです/, /Webには再公開されません/]) {
    expect(within(dialog).getByText(note)).toBeVisible();
  }
});

it.each([
  { end: "declined" as const, shown: /^19:00 C1・C2の案内（.*）は辞退されました/ },
  { end: "expired" as const, shown: /^19:00 C1・C2の案内（.*）は期限切れになりました/ },
])("shows that an offer was $end, and opens its seats on the web", async ({ end, shown }) => {
  const at = { offered_at: "2026-12-08T17:00:00+09:00", ended_at: "2026-12-08T17:20:00+09:00" };
  const offer = { reservation_uid: "r1", start_time: "19:00", labels: ["C1", "C2"], may_open_web_seats: true, ...at };
  const written = await open([entryOf({ last_offer: { ...offer, end } })]);
  expect(screen.getByText(shown)).toBeVisible();
  expect(screen.getByText("19:00 カウンター C1・C2が空いています（前回の案内と同じ席です）")).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Webに再公開する" }));
  await waitFor(() => expect(written).toEqual(["/owners/api/invited_reservations/{uid}/web_seats"]));
});

it("books by phone without a deadline", async () => {
  await open([entryOf({ is_reachable: false })]);
  expect(screen.queryByRole("button", { name: OFFER })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "電話で予約にする" }));
  const dialog = await screen.findByRole("dialog", { name: /^電話で予約にする/ });
  expect(within(dialog).queryByLabelText("回答期限")).toBeNull();
});

it("removes a party in the shown state, and shows that a colleague has offered it seats meanwhile", async () => {
  await open([entryOf({})]);
  const refused = "この方には先に空席の案内が送られています。";
  vi.mocked(api.send).mockRejectedValue(new api.ApiError({ status: 409, code: "party_offered", message: refused }));
  fireEvent.click(screen.getByRole("button", { name: "待田 健：空席待ちから外す" }));
  expect(await screen.findByText(refused)).toBeVisible();
  expect(api.send).toHaveBeenLastCalledWith("DELETE", "/owners/api/waiting_list/{uid}", {
    path: { uid: "w1" },
    query: { expected_state: "waiting" },
    signal: expect.anything() as unknown,
  });
});

it("marks free seats that are apart in the list and before they are given", async () => {
  const seat = { ...SEAT, inventory_item_uids: ["c1", "c3"], labels: ["C1", "C3"], reasons: ["apart" as const] };
  await open([entryOf({ seat }), entryOf({ uid: "w2", seat: { ...SEAT, reasons: ["side_by_side"] } })]);
  expect(screen.getByText("19:00 カウンター C1・C3（離れた席）が空いています")).toBeVisible();
  expect(screen.getByText("19:00 カウンター C1・C2が空いています")).toBeVisible();
  const [offer] = screen.getAllByRole("button", { name: OFFER });
  if (offer) fireEvent.click(offer);
  const dialog = await screen.findByRole("dialog", { name: /^席を確保して案内を送る/ });
  expect(within(dialog).getByText("カウンター C1・C3（離れた席）")).toBeVisible();
});

it("keeps an open dialog, with a note, when its party leaves the list", async () => {
  await open([entryOf({})], false, []);
  fireEvent.click(screen.getByRole("button", { name: OFFER }));
  const dialog = await screen.findByRole("dialog", { name: /^席を確保して案内を送る/ });
  fireEvent.click(screen.getByText("同僚の変更"));
  expect(await within(dialog).findByText(/^この方は空席待ちの一覧から外れました。/)).toBeVisible();
  fireEvent.click(within(dialog).getByRole("button", { name: "キャンセル" }));
  await waitFor(() => expect(screen.queryByText("待田 健")).toBeNull());
});

it("can be read without a connection", async () => {
  await open([entryOf({})], true);
  expect(screen.getByText("19:00 カウンター C1・C2が空いています")).toBeVisible();
  expect(screen.getByRole("link", { name: "待田 健" })).toBeVisible();
  const list = within(screen.getByRole("region", { name: "空席待ち" }));
  for (const button of list.getAllByRole("button")) expect(button).toBeDisabled();
});

it("stores a contact of a guest entered by phone, and continues to the offer", async () => {
  const written = await open([entryOf({ is_reachable: false, phone_display: "09087654321" })]);
  fireEvent.click(screen.getByRole("button", { name: "SMS・メールで案内できるようにする" }));
  const dialog = await screen.findByRole("dialog", { name: /^SMS・メールで案内できるようにする/ });
  const save = within(dialog).getByRole("button", { name: "登録して案内へ進む" });
  fireEvent.click(save);
  expect(await within(dialog).findByText("お客様の了承を得てから、チェックを入れてください。")).toBeVisible();
  expect(written).toEqual([]);
  fireEvent.click(within(dialog).getByRole("checkbox", { name: /了承を得ました/ }));
  fireEvent.click(save);
  await screen.findByRole("dialog", { name: /^席を確保して案内を送る/ });
  const expected = { phone_local_number: "09087654321" };
  const contact = { allow_send_ivr_sms: true, phone_country: "JP", phone_local_number: "09087654321" };
  expect(written).toEqual([{ ...contact, expected }]);
});

const changedMeanwhile = (fields: object) =>
  new api.ApiError({ status: 409, code: "edited_meanwhile", message: "", current: { fields } } as never);

it("changes a waiting party, and shows a colleague's value next to the own one", async () => {
  await open([entryOf({ internal_memo: "窓側" })]);
  fireEvent.click(screen.getByRole("button", { name: "待田 健：空席待ちの内容を変更" }));
  const dialog = await screen.findByRole("dialog", { name: /^空席待ちの内容を変更/ });
  fireEvent.change(within(dialog).getByLabelText("人数"), { target: { value: "3" } });
  vi.mocked(api.send).mockRejectedValueOnce(changedMeanwhile({ guests_count: 4 }));
  const save = within(dialog).getByRole("button", { name: "保存する" });
  fireEvent.click(save);
  const conflict = await within(dialog).findByRole("alert", { name: "ほかのスタッフが「人数」を変更しました" });
  expect(conflict).toHaveTextContent("4");
  expect(save).toBeDisabled();
  const path = { uid: "w1" };
  expect(api.send).toHaveBeenLastCalledWith("PUT", "/owners/api/waiting_list/{uid}", {
    path,
    body: { guests_count: 3, expected: { guests_count: 2 } },
  });
  fireEvent.click(within(conflict).getByRole("button", { name: "自分の入力を残す" }));
  fireEvent.click(save);
  await waitFor(() =>
    expect(api.send).toHaveBeenLastCalledWith("PUT", "/owners/api/waiting_list/{uid}", {
      path,
      body: { guests_count: 3, expected: { guests_count: 4 } },
    }),
  );
});

it("cannot change a party that has an offer", async () => {
  await open([entryOf({ state: "offered", seat: null, reservation_time: "19:00", reservation_uid: "r1" })]);
  expect(screen.getByRole("button", { name: "待田 健：空席待ちから外す" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "待田 健：空席待ちの内容を変更" })).toBeNull();
});
