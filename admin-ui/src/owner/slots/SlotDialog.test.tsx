import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { onPage } from "@/console/testing/page";
import { SlotDialog } from "./SlotDialog";

const DETAIL = {
  uid: "slot-1",
  date: "2026-12-08",
  operation: "dinner",
  operation_label: "ディナー",
  inventory_group: { uid: "g", title: "カウンター" },
  is_gold: false,
  gold_allocation: null,
  max_guests_count: 2,
  selected_guests_counts: [{ guests_count: 1, max_per_isg: null }],
  always_allow_last_solo: false,
  guests_count_selector_states: [],
  time_from: "17:00",
  time_till: "23:00",
  selected_times: [{ start_time: "18:00", end_time: "20:00" }],
  courses: [
    { id: 1, uid: "omakase", title: "おまかせ", price: 24_000 },
    { id: 2, uid: "short", title: "短め", price: 12_000 },
    { id: 3, uid: "old", title: "以前の", price: 9_000 },
  ],
  selected_courses: [{ course_id: 1 }],
  customer_groups: [],
  online_stocks: [],
  show_end_time_on_title: false,
  custom_title_ja: null,
  custom_title_en: null,
};
const STATES = [
  { course_id: 1, daily_max: 5, daily_remaining: 3, is_locked: false },
  { course_id: 2, daily_max: null, daily_remaining: null, is_locked: false },
  { course_id: 3, daily_max: null, daily_remaining: null, is_locked: true },
];

/** Opens the dialog. `put` responds to its saves. */
async function open(detail: () => typeof DETAIL, put: () => Promise<unknown> = () => Promise.reject(new Error("PUT"))) {
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant: { slug: "sushi-kagura" }, role: "owner" } as never);
  vi.spyOn(api, "useMayWrite").mockReturnValue(true);
  vi.spyOn(api, "showFlash").mockReturnValue(undefined);
  const send = vi.spyOn(api, "send");
  send.mockImplementation(((method: string, address: string) => {
    if (method === "PUT") return put();
    const data = address.endsWith("/course_selector_states") ? STATES : detail();
    return Promise.resolve({ status: 200, data });
  }) as never);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const close = vi.fn<() => void>();
  const saved = vi.fn<() => void>();
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={queryClient}>
      {onPage(<SlotDialog uid="slot-1" onClose={close} onSaved={saved} />)}
    </CoreAdminContext>,
  );
  await screen.findByLabelText("おまかせ（24,000円） / 1日5名まで、残り3名");
  const bodies = () =>
    send.mock.calls.filter(([method]) => method === "PUT").map(([, , call]) => (call as { body: unknown }).body);
  return { bodies, saved };
}

beforeEach(() => vi.restoreAllMocks());

it("shows the limits of each course on the day", async () => {
  await open(() => DETAIL);
  expect(screen.getByLabelText("おまかせ（24,000円） / 1日5名まで、残り3名")).toBeChecked();
  expect(screen.getByLabelText("短め（12,000円）")).not.toBeChecked();
  expect(screen.getByLabelText("以前の（9,000円） / 受付停止中")).not.toBeChecked();
});

/** Presses the button that saves, and confirms. */
async function update() {
  fireEvent.click(screen.getByRole("button", { name: "更新する" }));
  const question = await screen.findByRole("alertdialog");
  fireEvent.click(within(question).getByRole("button", { name: "更新する" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
}

it("sends the changed fields only, and shows a colleague's value next to the entered one", async () => {
  const problem = {
    status: 409,
    code: "edited_meanwhile",
    message: "変更されました",
    current: { fields: { guests_counts: [1, 2] } },
  };
  let stored = { ...DETAIL, max_guests_count: 3 };
  const put = vi.fn<() => Promise<unknown>>();
  put.mockRejectedValueOnce(new api.ApiError(problem as never));
  put.mockResolvedValueOnce({ status: 200, message: "ok" });
  const { bodies, saved } = await open(() => stored, put);
  fireEvent.click(screen.getByRole("button", { name: "3名" }));
  // A colleague has changed the party sizes and the title.
  stored = {
    ...stored,
    selected_guests_counts: [1, 2].map((guests_count) => ({ guests_count, max_per_isg: null })),
    custom_title_ja: "特別席" as never,
  };
  await update();
  const conflict = await screen.findByRole("alert", { name: /予約可能人数/ });
  expect(conflict).toHaveTextContent("1名・2名");
  expect(screen.getByRole("button", { name: "3名" })).toHaveAttribute("aria-pressed", "true");
  expect(screen.getByRole("button", { name: "更新する" })).toBeDisabled();
  expect(screen.getByDisplayValue("特別席"), "another field follows the colleague").toBeInTheDocument();
  fireEvent.click(within(conflict).getByRole("button", { name: "自分の入力を残す" }));
  expect(screen.queryByRole("alert")).toBeNull();
  await update();
  await waitFor(() => expect(saved).toHaveBeenCalled());
  const change = { guests_counts: [1, 3] };
  expect(bodies()).toEqual([
    { online_stock_group: change, expected: { guests_counts: [1] } },
    { online_stock_group: change, expected: { guests_counts: [1, 2] } },
  ]);
});

it("keeps the entered values when a booking changes the slot", async () => {
  const seat = {
    id: 10,
    access_control: "blacklist",
    customer_group_ids: [] as number[],
    online_reservable_id: null as number | null,
    is_freed: false,
    inventory_item: { id: 1, uid: "c1", label: "C1" },
  };
  const slot = { ...DETAIL, customer_groups: [{ id: 3, label: "常連", label_short: "常" }] };
  let stored = {
    ...slot,
    online_stocks: [seat, { ...seat, id: 11, inventory_item: { id: 2, uid: "c2", label: "C2" } }],
  };
  const problem = { status: 409, code: "edited_meanwhile", message: "変更されました", current: { fields: {} } };
  const { bodies } = await open(
    () => stored as never,
    () => Promise.reject(new api.ApiError(problem as never)),
  );
  fireEvent.click(screen.getByRole("button", { name: /席の限定公開/ }));
  fireEvent.click(screen.getByLabelText("C2：常連"));
  stored = { ...stored, online_stocks: [{ ...seat, online_reservable_id: 7 }, ...stored.online_stocks.slice(1)] };
  await update();
  expect(await screen.findByText("予約あり")).toBeInTheDocument();
  expect(screen.getByLabelText("C2：常連")).toBeChecked();
  expect(screen.queryByRole("alert", { name: /席の限定公開/ })).toBeNull();
  const row = { online_stock_id: 11, access_control: "whitelist", customer_group_ids: [3] };
  expect(bodies()).toEqual([{ online_stock_group: { online_stocks: [row] }, expected: { online_stocks: [] } }]);
});
