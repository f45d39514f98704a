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
import type { ChosenCustomer } from "../bookings/chosen-customer";
import type { Calendar, Selection, UnseatedParty } from "./model";

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
  web_times: [] as string[],
};

const press = async (text: string | RegExp) => fireEvent.click(await screen.findByText(text));
const click = async (name: string, detail: number) =>
  fireEvent.click(await screen.findByRole("button", { name }), { detail });
const nothing = () => undefined;
const answer = (_: string, path: string) =>
  path === "/owners/api/seat_proposals"
    ? Promise.resolve({ data: { seats: [PROPOSAL], other_times: [] } })
    : Promise.reject(new TypeError("no line"));

const finder = () => screen.getByRole<HTMLInputElement>("combobox", { name: /^人数と時刻/ });

const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));
const choose = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

type Calls = (method: string, path: string, call: { body: object; signal?: AbortSignal }) => Promise<unknown>;

async function showDialog(calls: Calls) {
  await renderDialog(calls, { selection: CELLS, guest: GUEST });
  await press("予約内容へ進む");
}

interface Part {
  selection: Selection | null;
  guest?: ChosenCustomer;
  onWait?: (party: UnseatedParty) => void;
  onDay?: (date: string, request: object) => void;
}

async function renderDialog(calls: Calls, part: Part) {
  const restaurant = { time_zone: "Asia/Tokyo", today: "2026-12-01" };
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant, features: {} } as never);
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
    expect(call.signal, "a time limit").toBeDefined();
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
  const input = await screen.findByRole("combobox", { name: /^人数と時刻/ });
  fireEvent.change(input, { target: { value: line } });
  await screen.findByText(/18:30–20:30/);
  fireEvent.keyDown(input, { key: "Enter" });
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

// G309
it("proposes the next served time for one between two meals, which header and form then have", async () => {
  const asked: object[] = [];
  const calls = (method: string, path: string, { query }: { query?: { starts_at: string } }) => {
    if (path === "/owners/api/seat_proposals") asked.push(query ?? {});
    const proposal = { ...PROPOSAL, start_time: "18:00", end_time: "20:00" };
    return path === "/owners/api/seat_proposals"
      ? Promise.resolve({ data: { seats: [proposal], other_times: [] } })
      : answer(method, path);
  };
  await renderDialog(calls as Calls, { selection: null, guest: GUEST });
  fireEvent.change(finder(), { target: { value: "3名 15:00" } });
  expect(await screen.findByText(/^15:00は営業時間外です/)).toHaveTextContent("18:00の席を提案しています");
  await press(/18:00–20:00/);
  expect(asked).toMatchObject([{ starts_at: "18:00" }]);
  expect(screen.getByText("18:00")).toBeVisible();
  await press("予約内容へ進む");
  expect(field("開始")).toHaveValue("18:00");
  choose("開始", "19:00");
  expect(screen.getByText("19:00", { selector: "p" }), "the header follows the form").toBeVisible();
});

it("proposes nothing after the last meal, and says when the restaurant is open", async () => {
  const proposals = vi.fn<() => void>();
  const calls: Calls = (method, path) => {
    if (path === "/owners/api/seat_proposals") proposals();
    return answer(method, path);
  };
  await renderDialog(calls, { selection: null });
  fireEvent.change(finder(), { target: { value: "3名 23:00" } });
  expect(await screen.findByText(/23:00は営業時間外のため/)).toHaveTextContent("営業時間 18:00–22:00");
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(proposals).not.toHaveBeenCalled();
});

it("says that cells between two meals begin with the next one", async () => {
  const gap = { key: "16:00", label: "16:00", operation: null, from: "16:00", till: "16:30" };
  await renderDialog(answer, { selection: { ...CELLS, column: gap }, guest: GUEST });
  expect(await screen.findByText("16:00は営業時間外のため、開始を18:00にしています。")).toBeVisible();
  await press("予約内容へ進む");
  expect(field("開始")).toHaveValue("18:00");
  expect(screen.getByText("18:00", { selector: "p" })).toBeVisible();
});

it("names the web turns that lose the seats", async () => {
  const proposal = { ...PROPOSAL, reasons: ["off_the_web"], web_times: ["17:30", "20:00"] };
  await renderDialog(() => Promise.resolve({ data: { seats: [proposal], other_times: [] } }), { selection: null });
  fireEvent.change(finder(), { target: { value: "2名 18:30" } });
  expect(await screen.findByText(/Web予約の17:30・20:00の枠から席がなくなります/)).toBeVisible();
});

const found: Calls = (method, path) =>
  path === "/owners/api/customers"
    ? Promise.resolve({ data: [hitOf({ uid: "k" }), hitOf({ uid: "l", display_fullname: "鈴木 健二" })] })
    : answer(method, path);

it("takes a guest first, and books party and time for them", async () => {
  await renderDialog(found, { selection: null });
  fireEvent.change(finder(), { target: { value: "2名 健二" } });
  expect(screen.getByRole("status")).toHaveTextContent("読み取り：2名 / 健二。 続けて時刻を入力してください。");
  await screen.findByRole("option", { name: /鈴木 健二/ });
  fireEvent.keyDown(finder(), { key: "ArrowDown" });
  fireEvent.keyDown(finder(), { key: "Enter" });
  expect(await screen.findByText("お客様：鈴木 健二")).toBeVisible();
  expect(finder()).toHaveValue("2名 ");
  fireEvent.change(finder(), { target: { value: "2名 18:30" } });
  await screen.findByText(/18:30–20:30/);
  fireEvent.keyDown(finder(), { key: "Enter" });
  expect(await screen.findByRole("button", { name: "予約内容へ進む" })).toBeVisible();
  expect(screen.getByText("鈴木 健二")).toBeInTheDocument();
});

it("returns to the search without a guest when the chosen one is removed", async () => {
  await renderDialog(found, { selection: null, guest: GUEST });
  fireEvent.click(await screen.findByTitle("お客様を選び直す"));
  expect(screen.queryByText("お客様：佐藤 健二")).toBeNull();
  expect(finder()).toHaveFocus();
  fireEvent.change(finder(), { target: { value: "2名 18:30" } });
  await press(/18:30–20:30/);
  expect(await screen.findByRole("combobox", { name: "お客様を検索" })).toBeVisible();
});

it("says what an input lacks, and that no guest has the name", async () => {
  await renderDialog(
    (method, path) => (path === "/owners/api/customers" ? Promise.resolve({ data: [] }) : answer(method, path)),
    {
      selection: null,
    },
  );
  fireEvent.change(finder(), { target: { value: "大友" } });
  expect(await screen.findByText(/該当するお客様は見つかりません/)).toHaveTextContent(
    "続けて人数と時刻を入力してください",
  );
});

it("finds the owner of a number next to a name, and otherwise offers a new guest with both", async () => {
  const searches: unknown[] = [];
  const calls = (method: string, path: string, { query }: { query?: { type: string; q: string } }) => {
    if (path !== "/owners/api/customers") return answer(method, path);
    searches.push([query?.type, query?.q]);
    return Promise.resolve({ data: query?.type === "name" ? [hitOf({ uid: "k", display_fullname: "大友 一" })] : [] });
  };
  await renderDialog(calls as Calls, { selection: CELLS });
  fireEvent.change(await screen.findByRole("combobox", { name: "お客様を検索" }), {
    target: { value: "大友 09011112222" },
  });
  expect(await screen.findByRole("option", { name: /大友 一/ })).toBeVisible();
  expect(searches).toEqual([
    ["tel", "09011112222"],
    ["name", "大友"],
  ]);
  await press(/大友 09011112222/);
  expect(await screen.findByLabelText(/^お名前/)).toHaveValue("大友");
  expect(screen.getByLabelText("電話番号")).toHaveValue("09011112222");
});

it("finds the guest of a reservation code", async () => {
  const card = { ...guestOf(""), allergy_description: "", dislikes: "", no_show_count: 0 };
  const calls: Calls = (method, path) => {
    if (path === "/owners/api/customers") return Promise.resolve({ data: [] });
    if (path === "/owners/api/reservations/by_code/{code}") return Promise.resolve({ data: { customer_uid: "c1" } });
    if (path === "/owners/customers/{uid}") return Promise.resolve({ data: card });
    return answer(method, path);
  };
  await renderDialog(calls, { selection: null });
  fireEvent.change(finder(), { target: { value: "ab12cd34" } });
  expect(await screen.findByRole("option", { name: new RegExp(card.customer.display_fullname) })).toBeVisible();
});

it("offers to continue on another day that was typed, and proposes no seats of this one", async () => {
  const onDay = vi.fn<(date: string, request: object) => void>();
  await renderDialog(answer, { selection: null, guest: GUEST, onDay });
  fireEvent.change(finder(), { target: { value: "2名 18:30 12/9" } });
  await screen.findByRole("option", { name: /2026年12月09日.*の予約表に移って/ });
  expect(screen.queryByText(/18:30–20:30/)).toBeNull();
  fireEvent.keyDown(finder(), { key: "Enter" });
  expect(onDay).toHaveBeenCalledExactlyOnceWith("2026-12-09", { asked: "2名 18:30", guest: GUEST });
});
