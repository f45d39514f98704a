import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as console from "@/console/ui";
import * as navigation from "@/owner/navigation";
import * as offline from "../../offline";
import type { Notes } from "../../offline";
import type { Connection } from "../live/connection";
import { useRejectedNotes, useSending } from "./use-offline";

const DATE = "2026-12-08";
const SENT = [{ key: "n1" }] as unknown as Notes["sent"];
const LIVE: Connection = { state: "live", asOf: 0 };

beforeEach(() => {
  vi.spyOn(navigation, "usePage").mockReturnValue({ session: { restaurant: { slug: "kagura" } } } as never);
  const notes = { ...offline.currentNotes(), sent: SENT };
  vi.spyOn(offline, "currentNotes").mockReturnValue(notes);
  vi.spyOn(offline, "sendNotes").mockResolvedValue(undefined);
  vi.spyOn(offline, "markCurrent").mockResolvedValue(undefined);
});

afterEach(() => vi.restoreAllMocks());

it("keeps sent notes until the day was read again", async () => {
  const forgotten = vi.spyOn(offline, "discardSent").mockImplementation(() => undefined);
  const refresh = vi.fn<() => Promise<boolean>>().mockResolvedValue(false);
  const { rerender } = renderHook((connection: Connection) => useSending(DATE, connection, refresh), {
    initialProps: LIVE,
  });
  await act(async () => undefined);
  expect(refresh, "the day is read immediately").toHaveBeenCalledTimes(1);
  expect(forgotten, "the read failed").not.toHaveBeenCalled();

  rerender({ state: "offline", asOf: 0 });
  await act(async () => undefined);
  expect(refresh, "no read while offline").toHaveBeenCalledTimes(1);
  refresh.mockResolvedValue(true);
  rerender(LIVE);
  await act(async () => undefined);
  expect(forgotten).toHaveBeenCalledWith(SENT);
});

const notesWith = (problem: object | null) => ({
  ...offline.currentNotes(),
  waiting: [{ key: "n2", problem }] as unknown as Notes["waiting"],
});

it("withdraws the offer to undo a note once the server has rejected it", () => {
  const withdraw = vi.fn<(key: string) => void>();
  vi.spyOn(console, "useUndo").mockReturnValue({ withdraw } as never);
  const current = vi.spyOn(offline, "currentNotes").mockReturnValue(notesWith(null));
  const { rerender } = renderHook(() => useRejectedNotes());
  expect(withdraw).not.toHaveBeenCalled();
  current.mockReturnValue(notesWith({ code: "service_state_moved" }));
  rerender();
  expect(withdraw).toHaveBeenCalledExactlyOnceWith("n2");
});
