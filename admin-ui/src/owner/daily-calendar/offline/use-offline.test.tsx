import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as navigation from "@/owner/navigation";
import * as offline from "../../offline";
import type { Notes } from "../../offline";
import type { Connection } from "../live/connection";
import { useSending } from "./use-offline";

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
