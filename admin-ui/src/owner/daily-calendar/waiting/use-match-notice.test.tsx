import { QueryClient } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { useMatchNotice } from "./use-match-notice";
import type { WaitingEntry } from "./model";

const SEAT = {
  inventory_group_title: "カウンター",
  labels: ["C1", "C2"],
  start_time: "19:00",
  end_time: "21:00",
  inventory_item_uids: ["c1", "c2"],
  reasons: [],
};
const OTHER = { ...SEAT, start_time: "19:30" };
const WAITS_UNTIL = "2026-12-08T20:00:00+09:00";
const entry = (seat: object | null, over: Partial<WaitingEntry> = {}) =>
  ({
    uid: "w1",
    state: "waiting",
    customer_name: "待田 健",
    guests_count: 2,
    waits_until: WAITS_UNTIL,
    seat,
    ...over,
  }) as unknown as WaitingEntry;

const MESSAGE = "席が空きました：待田 健様 2名 19:00 カウンター C1・C2";
const OTHER_MESSAGE = "席が空きました：待田 健様 2名 19:30 カウンター C1・C2";

beforeEach(() => {
  vi.restoreAllMocks();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-08T09:00:00Z") });
});

afterEach(() => void vi.useRealTimers());

/** Follows a day's list. Returns the open notices, and a function that reads the next state of the list. */
async function follow(mayWrite: boolean) {
  let shown: string[] = [];
  vi.spyOn(api, "showFlash").mockImplementation(({ message }) => void shown.push(message));
  vi.spyOn(api, "withdrawFlash").mockImplementation((message) => {
    shown = shown.filter((text) => text !== message);
  });
  vi.spyOn(api, "useMayWrite").mockReturnValue(mayWrite);
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant: { time_zone: "Asia/Tokyo" } } as never);
  const i18nProvider = await loadTexts("ja");
  const wrapper = ({ children }: { children: ReactNode }) => (
    <CoreAdminContext i18nProvider={i18nProvider} queryClient={new QueryClient()}>
      {children}
    </CoreAdminContext>
  );
  const { rerender, unmount } = renderHook(({ waiting }) => useMatchNotice({ waiting }), {
    wrapper,
    initialProps: { waiting: [entry(null)] },
  });
  return { shown: () => shown, read: (...waiting: WaitingEntry[]) => rerender({ waiting }), unmount };
}

it("shows one notice for each party: that of its newest seats", async () => {
  const { shown, read } = await follow(true);
  expect(shown()).toEqual([]);
  read(entry(SEAT));
  expect(shown()).toEqual([MESSAGE]);
  read(entry({ ...SEAT }, { internal_memo: "窓側" }));
  expect(shown(), "the same seats").toEqual([MESSAGE]);
  read(entry(OTHER));
  expect(shown(), "other seats").toEqual([OTHER_MESSAGE]);
});

it.each([
  ["the offer is sent", [entry(null, { state: "offered" })]],
  ["the party is seated", [entry(null, { state: "seated" })]],
  ["the party leaves the list", []],
  ["the seats are taken", [entry(null)]],
  ["the wait has ended", [entry(SEAT, { waits_until: "2026-12-08T18:00:00+09:00" })]],
])("ends the notice when %s", async (_, later) => {
  const { shown, read } = await follow(true);
  read(entry(SEAT));
  read(...later);
  expect(shown()).toEqual([]);
});

it("shows the notice again when the seats became free again", async () => {
  const { shown, read } = await follow(true);
  read(entry(SEAT));
  read(entry(null));
  read(entry(SEAT));
  expect(shown()).toEqual([MESSAGE]);
});

it("ends the notice with the page", async () => {
  const { shown, read, unmount } = await follow(true);
  read(entry(SEAT));
  unmount();
  expect(shown()).toEqual([]);
});

it("shows no notice to staff who cannot offer the seats", async () => {
  const { shown, read } = await follow(false);
  read(entry(SEAT));
  expect(shown()).toEqual([]);
});
