import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { UndoProvider } from "@/console/ui";
import type { CalendarItem } from "../model/blocks";
import { GROUPS, item } from "../testing/sheet";
import { useMoveCall } from "./use-move-call";

const DAY = { inventory_groups: GROUPS, items: [] } as unknown as Schemas["OwnerDailyCalendarPage"];
const SPOT = { from: 19 * 60, till: 21 * 60, seatUids: ["c2"] };

const send = vi.fn<(...call: unknown[]) => Promise<unknown>>();
const reload = vi.fn<() => Promise<void>>(() => Promise.resolve());

/** Called when the grid may forget the move. */
const onSettled = vi.fn<() => void>();

const party = (calendar_item_type: CalendarItem["calendar_item_type"]) =>
  item({
    version: 3,
    calendar_item_type,
    title: "佐藤",
    start_time: "18:00",
    end_time: "20:00",
    starts_at: "2026-12-08T18:00:00+09:00",
    ends_at: "2026-12-08T20:00:00+09:00",
  });

const answer = (version: number) => ({
  data: { version, starts_at: "", ends_at: "", inventory_items: [{ uid: "c2" }] },
});

function Mover({ moved }: { moved: CalendarItem }) {
  const move = useMoveCall(DAY, reload);
  return <button onClick={() => void move(moved, SPOT).then(onSettled)}>動かす</button>;
}

async function press(type: CalendarItem["calendar_item_type"]): Promise<void> {
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <UndoProvider>
        <Mover moved={party(type)} />
      </UndoProvider>
    </CoreAdminContext>,
  );
  fireEvent.click(screen.getByRole("button", { name: "動かす" }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
}

beforeEach(() => {
  vi.restoreAllMocks();
  send.mockReset();
  reload.mockReset();
  onSettled.mockReset();
  reload.mockResolvedValue();
  vi.spyOn(api, "send").mockImplementation(send as never);
});

it("moves from the shown version, and back from the version of the answer", async () => {
  vi.spyOn(api, "showFlash").mockReturnValue();
  send.mockResolvedValueOnce(answer(4)).mockResolvedValueOnce(answer(5));
  await press("OfflineReservation");
  const fields = () =>
    send.mock.calls.map(([, , call]) => (call as { body: { offline_reservation: object } }).body.offline_reservation);
  expect(fields()[0]).toEqual({
    starts_at: "19:00",
    ends_at: "21:00",
    inventory_item_uids: ["c2"],
    expected_version: 3,
  });
  fireEvent.click(await screen.findByRole("button", { name: "元に戻す" }));
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(fields()[1]).toMatchObject({ inventory_item_uids: ["c1"], expected_version: 4 });
});

it("names the colleague who was faster", async () => {
  const flash = vi.spyOn(api, "showFlash").mockReturnValue();
  const current = { changed_by: "神楽 一", changed_at: "2026-12-08T18:01:00+09:00" };
  const problem = { status: 409, message: "先に変更されています。", current };
  send.mockRejectedValueOnce(new api.ApiError(problem as never));
  await press("OnlineReservation");
  expect(send.mock.calls[0]?.[2]).toMatchObject({ body: { inventory_item_uids: ["c2"], expected_version: 3 } });
  expect(flash.mock.calls[0]?.[0]).toMatchObject({
    kind: "alert",
    message: "先に変更されています。 （神楽 一さんが18:01に変更）",
  });
});

it("is over for the grid when no response comes, while the day is still being read", async () => {
  const flash = vi.spyOn(api, "showFlash").mockReturnValue();
  const limit = new AbortController().signal;
  vi.spyOn(api, "timeLimit").mockReturnValue(limit);
  reload.mockReturnValue(new Promise(() => undefined));
  send.mockRejectedValueOnce(new api.NoResponseError());
  await press("OfflineReservation");
  expect(send.mock.calls[0]?.[2]).toMatchObject({ signal: limit });
  await waitFor(() => expect(onSettled).toHaveBeenCalledOnce());
  expect(flash.mock.calls[0]?.[0]).toMatchObject({
    kind: "alert",
    message: expect.stringContaining("サーバーから応答がありません。") as string,
  });
});
