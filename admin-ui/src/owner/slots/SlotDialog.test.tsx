import { QueryClient } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
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

beforeEach(() => vi.restoreAllMocks());

it("shows the limits of each course on the day", async () => {
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant: { slug: "sushi-kagura" }, role: "owner" } as never);
  vi.spyOn(api, "useMayWrite").mockReturnValue(true);
  const send = vi.spyOn(api, "send");
  send.mockImplementation(((_: string, address: string) =>
    Promise.resolve({
      status: 200,
      data: address.endsWith("/course_selector_states") ? STATES : DETAIL,
    })) as never);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const close = vi.fn<() => void>();
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={queryClient}>
      {onPage(<SlotDialog uid="slot-1" onClose={close} onSaved={close} />)}
    </CoreAdminContext>,
  );
  expect(await screen.findByLabelText("おまかせ（24,000円） / 1日5名まで、残り3名")).toBeChecked();
  expect(screen.getByLabelText("短め（12,000円）")).not.toBeChecked();
  expect(screen.getByLabelText("以前の（9,000円） / 受付停止中")).not.toBeChecked();
});
