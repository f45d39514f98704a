import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { beforeEach, expect, it, vi } from "vitest";
import * as times from "@/console/ui/times";
import * as api from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import * as navigation from "@/owner/navigation";
import * as offline from "../../offline";
import type { WalkInNote } from "../../offline";
import { GROUPS, item } from "../testing/sheet";
import { OtherSeats } from "./OtherSeats";

const NOTE: WalkInNote = {
  id: 1,
  key: "k1",
  who: "o",
  slug: "k",
  date: "2026-12-08",
  seats: "C4・C5",
  problem: { code: "seat_taken", message: "", fields: [] },
  kind: "walk_in",
  guests: 2,
  groupUid: "g1",
  itemUids: ["c4", "c5"],
  happenedAt: "2026-12-08T08:03:00Z",
};
const NEXT = item({ uid: "r9", inventory_item_uids: ["c1", "c2"], start_time: "18:00", end_time: "20:00" });
const DAY = {
  date: "2026-12-08",
  items: [NEXT],
  inventory_groups: GROUPS,
  columns: [{ key: "21:30", from: "21:30", till: "22:00" }],
  operations: [{ name: "dinner", from: "17:00", till: "22:00", default_stay_minutes: 120 }],
} as unknown as Schemas["OwnerDailyCalendarPage"];
const proposal = (end_time: string) => ({
  inventory_group_uid: "g1",
  inventory_group_title: "カウンター",
  inventory_item_uids: ["c1", "c2"],
  labels: ["C1", "C2"],
  start_time: "17:00",
  end_time,
  leftover: 0,
  reasons: [],
});

const isCome = (moment: Date) => moment.getTime() === new Date(NOTE.happenedAt).getTime();

interface Query {
  starts_at: string;
  ends_at?: string;
}
const send = vi.fn<(...call: unknown[]) => Promise<unknown>>();
/** Slugs of the searched restaurants. */
let sentTo: string[] = [];
/** Minutes of the business day that have passed. */
let minute = 0;
const decide = vi.fn<(...call: unknown[]) => Promise<void>>(() => Promise.resolve());
const asked = () => send.mock.calls.map(([, , call]) => (call as { query: Query }).query);

/** Shows the seats for the note at 17:21, if only the given queries find any. */
async function open(isFree: (query: Query) => boolean, locale: "ja" | "en" = "ja", note = NOTE): Promise<void> {
  send.mockImplementation((...[, , call]) => {
    const { query } = call as { query: Query };
    return Promise.resolve({ data: { seats: isFree(query) ? [proposal(query.ends_at ?? "19:00")] : [] } });
  });
  render(
    <CoreAdminContext i18nProvider={await loadTexts(locale)} queryClient={new QueryClient()}>
      <OtherSeats note={note} day={DAY} />
    </CoreAdminContext>,
  );
}

beforeEach(() => {
  vi.restoreAllMocks();
  minute = 17 * 60 + 21;
  send.mockReset();
  decide.mockClear();
  const restaurant = { slug: "k", time_zone: "Asia/Tokyo" };
  vi.spyOn(navigation, "usePage").mockReturnValue({ session: { restaurant } } as never);
  sentTo = [];
  vi.spyOn(api, "sendTo").mockImplementation((slug) => {
    sentTo.push(slug);
    return send as never;
  });
  vi.spyOn(api, "serverNow").mockReturnValue(new Date("2026-12-08T08:21:00Z"));
  const minutesOfDay = times.minutesOfDay;
  vi.spyOn(times, "minutesOfDay").mockImplementation((moment, ...rest) =>
    isCome(moment) ? minutesOfDay(moment, ...rest) : minute,
  );
  vi.spyOn(offline, "decideNote").mockImplementation(decide);
});

const SEATS = { groupUid: "g1", itemUids: ["c1", "c2"], seats: "C1・C2" };

it("offers seats that are free for the usual stay, with one call", async () => {
  await open(() => true);
  fireEvent.click(await screen.findByRole("button", { name: "カウンター C1・C2で登録する" }));
  expect(decide).toHaveBeenCalledWith(NOTE, { ...SEATS, happenedAt: NOTE.happenedAt });
  expect(asked()).toEqual([{ date: "2026-12-08", guests_count: 2, starts_at: "17:00" }]);
});

it("offers seats until the next party if none are free for the usual stay", async () => {
  await open(({ ends_at }) => ends_at !== undefined);
  fireEvent.click(await screen.findByRole("button", { name: "カウンター C1・C2で登録する（18:00まで）" }));
  expect(decide, "the party keeps the time at which it came").toHaveBeenCalledWith(NOTE, {
    ...SEATS,
    happenedAt: NOTE.happenedAt,
  });
  expect(asked()[1]).toMatchObject({ starts_at: "17:00", ends_at: "17:50" });
  screen.getByText("滞在時間の目安まで空いている席はありません。次の予約までの席を選べます。");
});

it("offers seats that became free after the party came, as of now", async () => {
  await open(({ starts_at }) => starts_at === "17:20", "en");
  fireEvent.click(await screen.findByRole("button", { name: /^Seat at カウンター C1.*C2 \(until 18:00\)$/ }));
  expect(decide).toHaveBeenCalledWith(NOTE, expect.objectContaining({ happenedAt: "2026-12-08T08:21:00.000Z" }));
});

it("searches again if no seats are free", async () => {
  await open(() => false);
  const again = await screen.findByRole("button", { name: "席を探し直す" });
  expect(asked()).toHaveLength(3);
  expect(screen.queryByRole("button", { name: "今の時刻で登録する" }), "the seats are taken now, too").toBeNull();
  fireEvent.click(again);
  await waitFor(() => expect(asked()).toHaveLength(6));
});

it("shows the previous seats while those of the next five minutes load", async () => {
  await open(({ ends_at }) => ends_at === "17:50");
  const name = /C1・C2で登録する/;
  await screen.findByRole("button", { name });
  const arrived: ((reply: unknown) => void)[] = [];
  send.mockReturnValue(new Promise((resolve) => arrived.push(resolve)));
  minute += 5;
  // The clock of the page ticks once a second.
  await waitFor(() => expect(asked()).toHaveLength(3), { timeout: 3_000 });
  expect(screen.getByRole("button", { name })).toBeVisible();
  const found = { ...proposal("19:00"), labels: ["C7", "C8"] };
  for (const arrive of arrived) arrive({ data: { seats: [found] } });
  await screen.findByRole("button", { name: "カウンター C7・C8で登録する" });
  expect(screen.queryByRole("button", { name })).toBeNull();
});

it("searches the restaurant of the note, and shows the end of its proposal at another restaurant", async () => {
  const elsewhere = { ...NOTE, slug: "yakitori" };
  await open(({ ends_at }) => ends_at !== undefined, "ja", elsewhere);
  fireEvent.click(await screen.findByRole("button", { name: "カウンター C1・C2で登録する（17:50まで）" }));
  expect(decide).toHaveBeenCalledWith(elsewhere, { ...SEATS, happenedAt: NOTE.happenedAt });
  expect(new Set(sentTo)).toEqual(new Set(["yakitori"]));
});
