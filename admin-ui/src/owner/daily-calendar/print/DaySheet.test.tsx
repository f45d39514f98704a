import { QueryClient } from "@tanstack/react-query";
import { act, render, screen, within } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { afterEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import * as navigation from "@/owner/navigation";
import type { CalendarItem } from "../model/blocks";
import { GROUPS, item } from "../testing/sheet";
import { DaySheet } from "./DaySheet";

afterEach(() => vi.unstubAllGlobals());

const noop = () => undefined;

/** Prints a day with these items. Returns the rows of its parties. */
async function print(items: CalendarItem[]): Promise<HTMLElement[]> {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: noop, removeEventListener: noop }));
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant: { time_zone: "Asia/Tokyo" } } as never);
  vi.spyOn(navigation, "usePage").mockReturnValue({ locale: "ja" } as never);
  const day = {
    date: "2026-12-08",
    items,
    operations: [],
    pacing: [],
    waiting: [],
    daily_memo: "",
    inventory_groups: GROUPS,
  } as unknown as Schemas["OwnerDailyCalendarPage"];
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <DaySheet day={day} restaurant="鮨 かぐら" />
    </CoreAdminContext>,
  );
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  const [, ...rows] = screen.getAllByRole("row", { hidden: true });
  return rows;
}

const guest = (over: Partial<CalendarItem>) =>
  item({ start_time: "19:00", phone_display: "", course_name: "", formated_preferences: [], delivery: null, ...over });

it("sets a party that did not come apart, at the end", async () => {
  const service = { ...item({}).service, state: "no_show" as const };
  const [first, second] = await print([
    guest({ uid: "r1", title: "不来 太郎", starts_at: "2026-12-08T18:00:00+09:00", service }),
    guest({ uid: "r2", title: "来店 花子", starts_at: "2026-12-08T19:00:00+09:00" }),
  ]);
  if (!first || !second) throw new Error("two parties are expected");
  expect(first).toHaveTextContent("来店 花子");
  expect(first).not.toHaveTextContent("無断キャンセル");
  expect(within(first).getByText("来店 花子")).not.toHaveStyle({ textDecoration: "line-through" });
  expect(second).toHaveTextContent("不来 太郎 （無断キャンセル）");
  expect(within(second).getByText(/^不来 太郎/)).toHaveStyle({ textDecoration: "line-through" });
  expect(within(second).getByText("（無断キャンセル）")).toHaveStyle({ display: "inline-block" });
});

it("prints the reading of the guest's name", async () => {
  const [first, second] = await print([
    guest({
      uid: "r1",
      title: "木村 花子",
      customer_fullname_kana: "キムラ ハナコ",
      starts_at: "2026-12-08T18:00:00+09:00",
    }),
    guest({ uid: "r2", title: "読無 太郎", starts_at: "2026-12-08T19:00:00+09:00" }),
  ]);
  expect(first).toHaveTextContent("木村 花子 キムラ ハナコ");
  expect(second?.querySelector("small")).toBeNull();
});
