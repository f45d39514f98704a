import { ThemeProvider } from "@mui/material/styles";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { afterEach, expect, it, vi } from "vitest";
import { onPage } from "@/console/testing/page";
import { theme } from "@/console/ui/theme";
import * as api from "@/owner/api";
import { guestOf } from "@/owner/customers/testing/guest";
import { hitOf } from "@/owner/customers/testing/hit";
import { deleteDrafts } from "@/owner/drafts";
import { loadTexts } from "@/owner/i18n/load-texts";
import { ReservationDialog } from "./ReservationDialog";
import type { Calendar, ChosenCustomer, Selection, UnseatedParty } from "./model";

const course = (uid: string) => ({
  is_prepaid: false,
  id: 1,
  uid,
  title: uid,
  chargeable_title: uid,
  price: 10_000,
  operation: "dinner" as const,
});
const column = { key: "18:00", label: "18:00", operation: "dinner" as const, from: "18:00", till: "22:00" };
const seats = [1, 2].map((id) => ({ id, uid: `s${id}`, label: `T${id}` }));
const tables = { id: 1, uid: "g", title: "テーブル", short_label: "T", capacity_per_stock: 4, inventory_items: seats };

const DAY: Calendar = {
  date: "2026-12-08",
  items: [],
  pacing: [],
  inventory_groups: [tables],
  columns: [column],
  operations: [
    {
      name: "dinner",
      label: "ディナー",
      default_stay_minutes: 120,
      stays: [{ from_guests: 4, stay_minutes: 150 }],
      from: "18:00",
      till: "22:00",
    },
  ],
  courses: [course("omakase"), course("short")],
};

const CELLS: Selection = { group: tables, items: seats.slice(0, 1), column };

const GUEST: ChosenCustomer = {
  uid: "c1",
  type: "OfflineCustomer",
  name: "佐藤 健二",
  group: "",
  visits: 0,
  phone: "",
  email: "",
  isBlacklisted: false,
  hasAllergy: false,
  isKnown: false,
  isInvited: false,
};

const PROPOSAL = {
  inventory_group_uid: "g",
  inventory_group_title: "テーブル",
  inventory_item_uids: ["s2"],
  labels: ["T2"],
  start_time: "18:30",
  end_time: "20:30",
  leftover: 2,
  reasons: [],
};

const press = async (text: string | RegExp) => fireEvent.click(await screen.findByText(text));
const click = async (name: string, detail: number) =>
  fireEvent.click(await screen.findByRole("button", { name }), { detail });
const nothing = () => undefined;
const answer = (_: string, path: string) =>
  path === "/owners/api/seat_proposals"
    ? Promise.resolve({ data: { seats: [PROPOSAL], other_times: [] } })
    : Promise.reject(new TypeError("no line"));

const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));
const choose = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

type Calls = (method: string, path: string, call: { body: object }) => Promise<unknown>;

async function showDialog(calls: Calls) {
  await renderDialog(calls, { selection: CELLS, guest: GUEST });
  await press("予約内容へ進む");
}

interface Part {
  selection: Selection | null;
  guest?: ChosenCustomer;
  onWait?: (party: UnseatedParty) => void;
}

async function renderDialog(calls: Calls, part: Part) {
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant: { time_zone: "Asia/Tokyo" }, features: {} } as never);
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  vi.spyOn(api, "send").mockImplementation(calls as never);
  const props = { calendar: DAY, onClose: nothing, onDone: nothing, ...part };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={queryClient}>
      <ThemeProvider theme={theme}>{onPage(<ReservationDialog open {...props} />)}</ThemeProvider>
    </CoreAdminContext>,
  );
}

afterEach(deleteDrafts);

it.each([
  { isInvited: false, kind: "店頭予約", submit: "予約を登録する" },
  { isInvited: true, kind: "招待を送る", submit: "招待を送る" },
])(
  "preselects $kind for a guest who can be invited, entered for it: $isInvited",
  async ({ isInvited, kind, submit }) => {
    const guest: ChosenCustomer = { ...GUEST, type: "InvitedCustomer", phone: "09012345678", isInvited };
    await renderDialog(answer, { selection: CELLS, guest });
    await press("予約内容へ進む");
    expect(await screen.findByRole("button", { name: kind, pressed: true })).toBeVisible();
    expect(screen.getAllByRole("button", { name: submit }).at(-1)).toHaveAttribute("type", "submit");
  },
);

it("retries a booking with its key after a lost response, and drops an error with the next change", async () => {
  const sent: { idempotency_key: string; inventory_item_uids: string[] }[] = [];
  const guestReads: string[] = [];
  await showDialog((method, path, call) => {
    if (path === "/owners/customers/{uid}") guestReads.push(path);
    if (method !== "POST") return answer(method, path);
    sent.push(call.body as never);
    return Promise.reject(new api.NetworkError());
  });
  await waitFor(() => expect(guestReads).not.toHaveLength(0));
  choose("人数", "2");
  await press("予約を登録する");
  expect(await screen.findByText("未入力の項目があります。")).toBeVisible();
  choose("コース", "short");
  expect(screen.queryByText("未入力の項目があります。")).toBeNull();
  const readsBefore = guestReads.length;
  await press("予約を登録する");
  expect(await screen.findByText(/もう一度お試しください/)).toBeVisible();
  // The guest may have the booking: the warning of the same day is read again.
  await waitFor(() => expect(guestReads.length).toBeGreaterThan(readsBefore));
  await press("席を選び直す");
  choose("人数と時刻", "2名 18:30");
  await press(/18:30–20:30/);
  expect(screen.queryByText(/もう一度お試しください/)).toBeNull();
  choose("コース", "short");
  await press("予約を登録する");
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.inventory_item_uids).toEqual(["s2"]);
  expect(sent[0]?.idempotency_key).toMatch(/^[\w-]{16,64}$/);
  expect(sent[1]?.idempotency_key).toBe(sent[0]?.idempotency_key);
});

it("ignores the second click of a double click on the button of the previous step", async () => {
  await renderDialog(answer, { selection: CELLS, guest: GUEST });
  await click("予約内容へ進む", 1);
  await click("予約を登録する", 2);
  expect(screen.queryByText("未入力の項目があります。")).toBeNull();
  await click("予約を登録する", 1);
  expect(await screen.findByText("未入力の項目があります。")).toBeVisible();
});

// G299
it("proposes the end by the party size until another end is chosen", async () => {
  await showDialog(answer);
  expect(field("終了")).toHaveValue("20:00");
  choose("人数", "4");
  expect(field("終了")).toHaveValue("20:30");
  choose("人数", "2");
  expect(field("終了")).toHaveValue("20:00");
  choose("終了", "19:30");
  choose("人数", "4");
  expect(field("終了")).toHaveValue("19:30");
});

it("shows the price of the chosen course for each guest and for the party", async () => {
  await showDialog(answer);
  choose("コース", "short");
  expect(field("コース")).toHaveAccessibleDescription("10,000円 / 1名様");
  choose("人数", "3");
  expect(field("コース")).toHaveAccessibleDescription("10,000円 / 1名様（3名 合計30,000円）");
});

//
it("resets times, party size and course for other seats, keeps the memo and focuses the course", async () => {
  await showDialog(answer);
  choose("人数", "3");
  choose("終了", "19:30");
  choose("コース", "short");
  choose("予約メモ", "窓側");

  await press("席を選び直す");
  choose("人数と時刻", "2名 18:30");
  await press(/18:30–20:30/);
  expect(field("開始")).toHaveValue("18:30");
  expect(field("終了")).toHaveValue("20:30");
  expect(field("人数")).toHaveValue("2");
  expect(field("コース")).toHaveValue("");
  expect(field("予約メモ")).toHaveValue("窓側");
  await waitFor(() => expect(field("コース")).toHaveFocus());
});

/** Opens the dialog without seats, and takes the first proposal for one line of input. */
async function askFor(line: string, hits: readonly ReturnType<typeof hitOf>[], posted: object[] = []) {
  const calls: Calls = (method, path, call) => {
    if (path === "/owners/api/customers") return Promise.resolve({ data: hits });
    if (method !== "POST") return answer(method, path);
    posted.push(call.body);
    return Promise.resolve({ message: "登録しました。" });
  };
  await renderDialog(calls, { selection: null });
  const finder = await screen.findByRole("combobox", { name: "人数と時刻" });
  fireEvent.change(finder, { target: { value: line } });
  await screen.findByText(/18:30–20:30/);
  fireEvent.keyDown(finder, { key: "Enter" });
}

it("books a known guest from one line of input: a single result is chosen without a key", async () => {
  const posted: { offline_customer_uid?: string; guests_count?: number }[] = [];
  await askFor("2名 18:30 健二", [hitOf({ uid: "k" })], posted);
  const next = await screen.findByRole("button", { name: "予約内容へ進む" });
  expect(screen.getByText("佐藤 健二")).toBeInTheDocument();
  await waitFor(() => expect(next).toHaveFocus());
  fireEvent.click(next);
  choose("コース", "short");
  fireEvent.keyDown(field("コース"), { key: "Enter" });
  fireEvent.keyDown(field("コース"), { key: "Enter", ctrlKey: true, isComposing: true });
  expect(posted, "Enter alone and a conversion submit nothing").toEqual([]);
  fireEvent.keyDown(field("コース"), { key: "Enter", ctrlKey: true });
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(posted[0]).toMatchObject({ offline_customer_uid: "k", guests_count: 2 });
});

it("leads back from the chosen guest to the search, and does not choose again", async () => {
  await askFor("2名 18:30 健二", [hitOf({ uid: "k" })]);
  fireEvent.click(await screen.findByRole("button", { name: "戻る" }));
  expect(screen.getByRole("combobox", { name: "お客様を検索" })).toHaveValue("健二");
  await screen.findByRole("option", { name: /佐藤 健二/ });
  expect(screen.queryByRole("button", { name: "予約内容へ進む" })).toBeNull();
});

it("lists several guests of a name, of whom Enter takes the first", async () => {
  await askFor("2名 18:30 健二", [hitOf({ uid: "k" }), hitOf({ uid: "l", display_fullname: "鈴木 健二" })]);
  await screen.findByRole("option", { name: /鈴木 健二/ });
  const search = screen.getByRole("combobox", { name: "お客様を検索" });
  fireEvent.keyDown(search, { key: "Enter", repeat: true });
  expect(screen.queryByRole("button", { name: "予約内容へ進む" }), "by no held Enter").toBeNull();
  fireEvent.keyDown(search, { key: "Enter" });
  expect(await screen.findByRole("button", { name: "予約内容へ進む" })).toBeVisible();
  expect(screen.getByText("佐藤 健二")).toBeInTheDocument();
});

it("offers the form of a new guest with the name for an unknown one", async () => {
  await askFor("2名 18:30 新規 花子", []);
  const search = await screen.findByRole("combobox", { name: "お客様を検索" });
  await screen.findByRole("option", { name: /新規 花子/ });
  fireEvent.keyDown(search, { key: "Enter" });
  expect(await screen.findByLabelText(/^お名前/)).toHaveValue("新規 花子");
  await waitFor(() => expect(screen.getByLabelText("電話番号")).toHaveFocus());
});

/** Opens the dialog with a guest, types an allergy and continues. Calls whose number is in `refused` fail. */
async function continueWithAllergy(refused: readonly number[] = []) {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
  vi.spyOn(api, "showFlash").mockReturnValue();
  const patches: object[] = [];
  let saved = "";
  await renderDialog(
    (method, path, call) => {
      if (method === "PATCH") {
        patches.push(call.body);
        if (refused.includes(patches.length)) return Promise.reject(new api.NetworkError());
        saved = "甲殻類";
        return Promise.resolve({ message: "" });
      }
      if (path === "/owners/customers/{uid}") return Promise.resolve({ data: guestOf(saved) });
      if (path === "/owners/api/customer_tags") return Promise.resolve({ data: [] });
      return answer(method, path);
    },
    { selection: CELLS, guest: GUEST },
  );
  await press("アレルギー・苦手・タグを記録");
  fireEvent.change(await screen.findByLabelText("アレルギー"), { target: { value: "甲殻類" } });
  await press("予約内容へ進む");
  return patches;
}

it("saves the typed notes about the guest before the last step, which shows them", async () => {
  const patches = await continueWithAllergy();
  expect(await screen.findByRole("button", { name: "予約を登録する" })).toBeVisible();
  expect(patches).toMatchObject([
    { customer: { profile_attributes: { noted_allergies: "甲殻類", expected_noted_allergies: "" } } },
  ]);
  expect(await screen.findByText("甲殻類")).toBeVisible();
  await press("戻る");
  expect(screen.queryByText("保存していない変更があります。")).toBeNull();
});

it("stays at the guest if the typed notes cannot be saved, and saves them with the next press", async () => {
  const patches = await continueWithAllergy([1]);
  expect(await screen.findByText(/^お客様の情報を更新できませんでした。/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "予約を登録する" })).toBeNull();
  expect(screen.getByLabelText("アレルギー")).toHaveValue("甲殻類");
  await press("予約内容へ進む");
  expect(await screen.findByRole("button", { name: "予約を登録する" })).toBeVisible();
  expect(patches).toHaveLength(2);
});

/** The calls of a day without free seats. */
const full: Calls = (method, path) =>
  path === "/owners/api/seat_proposals"
    ? Promise.resolve({ data: { seats: [], other_times: [] } })
    : answer(method, path);

it("takes the chosen guest and the memo to the waiting list if the other seats are full", async () => {
  const onWait = vi.fn<(party: UnseatedParty) => void>();
  await renderDialog(full, { selection: CELLS, guest: GUEST, onWait });
  await press("予約内容へ進む");
  choose("予約メモ", "窓側");
  await press("席を選び直す");
  choose("人数と時刻", "2名 18:30");
  await press("空席待ちに追加");
  const party = { guests: 2, time: "18:30", typed: "", memo: "窓側", guest: GUEST };
  expect(onWait).toHaveBeenCalledExactlyOnceWith(party);
});

it("asks before the input of a new guest is left for the waiting list", async () => {
  const onWait = vi.fn<(party: UnseatedParty) => void>();
  await renderDialog(full, { selection: CELLS, onWait });
  await press("新しいお客様");
  fireEvent.change(await screen.findByLabelText(/^お名前/), { target: { value: "新規 花子" } });
  await press("席を選び直す");
  choose("人数と時刻", "2名 18:30 花子");
  await press("空席待ちに追加");
  fireEvent.click(await screen.findByRole("button", { name: "破棄する" }));
  const party = { guests: 2, time: "18:30", typed: "花子", memo: "", guest: null };
  await waitFor(() => expect(onWait).toHaveBeenCalledExactlyOnceWith(party));
});

it("offers no waiting list where the dialog has none", async () => {
  await renderDialog(full, { selection: CELLS, guest: GUEST });
  await press("席を選び直す");
  choose("人数と時刻", "2名 18:30");
  expect(await screen.findByText("この時刻の前後には空いている席がありません。")).toBeVisible();
  expect(screen.queryByRole("button", { name: "空席待ちに追加" })).toBeNull();
});
