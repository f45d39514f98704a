import { ThemeProvider } from "@mui/material/styles";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import { onPage } from "@/console/testing/page";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { theme } from "@/console/ui/theme";
import { guestNotes } from "../customers/notes/guest-notes";
import { NextVisit } from "./NextVisit";

const FIRST = "2026-12-29";
const OTHER = "2026-12-30";
const UNREACHABLE = "2026-12-31";
const FAILED = "データの取得に失敗しました";

const GUEST = {
  customer: {
    uid: "c1",
    type: "OfflineCustomer",
    display_fullname: "佐藤 健二",
    label: "",
    visit_count: 3,
    display_phone_number: "",
    is_blacklisted: false,
    has_allergy: false,
    tags: [],
    kana: "",
    last_visited_at: null,
    internal_memo: "",
  },
  visits: [],
  allergy_description: "",
  dislikes: "",
  no_show_count: 0,
  cancelled_count: 0,
};

const dayOf = (date: string) => ({
  date,
  is_closed: false,
  items: [],
  pacing: [],
  columns: [{ key: "18:00", label: "18:00", operation: "dinner", from: "18:00", till: "22:00" }],
  operations: [
    { name: "dinner", label: "ディナー", default_stay_minutes: 120, stays: [], from: "18:00", till: "22:00" },
  ],
  courses: [{ id: 1, uid: "omakase", title: "おまかせ", chargeable_title: "おまかせ", price: 1, operation: "dinner" }],
  inventory_groups: [
    { uid: "g", title: "カウンター", capacity_per_stock: 1, inventory_items: [{ id: 1, uid: "s1", label: "C1" }] },
  ],
});

const PROPOSAL = {
  inventory_group_uid: "g",
  inventory_group_title: "カウンター",
  inventory_item_uids: ["s1"],
  labels: ["C1"],
  start_time: "18:00",
  end_time: "20:00",
  leftover: 0,
  reasons: [],
};

interface Asked {
  path?: { date?: string };
  body?: { starts_at: string };
}

/** Renders the button of the pane and presses it. Calls to the addresses and dates in `lost` fail. */
async function open(lost: Set<string> = new Set(), proposals: readonly object[] = [PROPOSAL]) {
  const restaurant = { slug: "sushi-kagura", time_zone: "Asia/Tokyo", today: "2026-12-01" };
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant, features: {} } as never);
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  const written: (string | undefined)[] = [];
  const answer = (method: string, path: string, asked: Asked) => {
    const date = asked.path?.date ?? "";
    if (lost.has(path) || lost.has(date)) return Promise.reject(new TypeError("offline"));
    if (method === "POST") {
      written.push(asked.body?.starts_at);
      return Promise.resolve({ message: "" });
    }
    if (path === "/owners/customers/{uid}") return Promise.resolve({ data: GUEST });
    if (path === "/owners/api/seat_proposals") return Promise.resolve({ data: { seats: proposals, other_times: [] } });
    return Promise.resolve({ data: dayOf(date) });
  };
  vi.spyOn(api, "send").mockImplementation(answer as never);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const visit = { date: "2026-12-01", start_time: "18:00", guests_count: 1 };
  const onWait = vi.fn<(...waiting: unknown[]) => void>();
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={queryClient}>
      <ThemeProvider theme={theme}>
        {onPage(<NextVisit customerUid="c1" visit={visit} onDone={() => undefined} onWait={onWait} />)}
      </ThemeProvider>
    </CoreAdminContext>,
  );
  press(await screen.findByText("次回の予約"));
  return { written, queryClient, onWait };
}

const press = (element: HTMLElement) => fireEvent.click(element);
const button = (name: string) => screen.getByRole("button", { name });
const dateField = () => screen.getByLabelText("次回の来店日");
const chooseDate = (date: string) => fireEvent.change(dateField(), { target: { value: date } });
const finder = () => screen.getByLabelText(/^人数と時刻/);
const seats = () => screen.findByText(/18:00–20:00/);
const chooseSeats = async () => press(await seats());
const dayIsThere = () => waitFor(() => expect(finder().closest("[inert]")).toBeNull());

it("goes back from the seat search only on the day of the chosen seats", async () => {
  await open();
  await chooseSeats();
  press(screen.getByText("席を選び直す"));
  expect(button("戻る")).toBeVisible();
  chooseDate(OTHER);
  await dayIsThere();
  expect(screen.queryByRole("button", { name: "戻る" })).toBeNull();
  chooseDate(FIRST);
  await dayIsThere();
  expect(button("戻る"), "on the day of the chosen seats again").toBeVisible();
});

it("books on the day of the seats that were chosen last", async () => {
  const { written } = await open();
  await chooseSeats();
  press(screen.getByText("予約内容へ進む"));
  press(screen.getByText("席を選び直す"));
  chooseDate(OTHER);
  await dayIsThere();
  await chooseSeats();
  press(screen.getByText("席を選び直す"));
  press(button("戻る"));
  press(screen.getByText("予約を登録する"));
  await waitFor(() => expect(written).toEqual([`${OTHER}T18:00`]));
});

it("keeps the input if a day cannot be loaded, and shows the error at the date", async () => {
  await open(new Set([UNREACHABLE]));
  await seats();
  fireEvent.change(finder(), { target: { value: "1名 19:00" } });
  chooseDate(UNREACHABLE);
  await waitFor(() => expect(dateField()).toHaveAccessibleDescription(FAILED));
  expect(finder()).toHaveValue("1名 19:00");
  expect(finder().closest("[inert]"), "seats of the previous day are disabled").not.toBeNull();

  chooseDate(OTHER);
  await dayIsThere();
  expect(dateField()).not.toHaveAccessibleDescription();
  expect(finder()).toHaveValue("1名 19:00");
});

it("keeps the dialog if the guest cannot be fetched again", async () => {
  const lost = new Set<string>();
  const { queryClient } = await open(lost);
  await seats();
  fireEvent.change(finder(), { target: { value: "1名 19:00" } });
  lost.add("/owners/customers/{uid}");
  const { queryKey } = guestNotes("c1");
  await queryClient.refetchQueries({ queryKey });
  await waitFor(() => expect(queryClient.getQueryState(queryKey)?.status).toBe("error"));
  expect(finder()).toHaveValue("1名 19:00");
});

it("shows a failed load, and retries after it is dismissed", async () => {
  const lost = new Set([FIRST]);
  await open(lost);
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent(FAILED);
  lost.clear();
  press(within(alert).getByRole("button", { name: "閉じる" }));
  expect(screen.queryByRole("alert")).toBeNull();
  press(button("次回の予約"));
  expect(await seats()).toBeVisible();
});

it("offers the waiting list of a full day, for the guest of the visit", async () => {
  const { onWait } = await open(new Set(), []);
  press(await screen.findByRole("button", { name: "空席待ちに追加" }));
  const guest = expect.objectContaining({ uid: "c1", name: "佐藤 健二" }) as unknown;
  const party = { guests: 1, time: "18:00", typed: "", memo: "", guest };
  expect(onWait).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ date: FIRST }), party);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
