import { ThemeProvider } from "@mui/material/styles";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { RouterProvider, createMemoryRouter, useParams } from "react-router";
import { expect, it, vi } from "vitest";
import { theme } from "@/console/ui/theme";
import * as api from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { hitOf } from "@/owner/customers/testing/hit";
import { loadTexts } from "@/owner/i18n/load-texts";
import { DayActions } from "./DayActions";
import { requestBooking, requestedBooking } from "../bookings/booking-request";
import { AskProvider, UndoProvider } from "@/console/ui";
import type { CalendarItem } from "./model/blocks";
import { COLUMNS, GROUPS, item } from "./testing/sheet";

const loader = () => ({ data: {}, now: "2026-12-01T10:00:00+09:00" });

const RESTAURANT = { time_zone: "Asia/Tokyo", today: "2026-12-01" };

function OtherDay() {
  return <p>{`page of ${useParams()["date"]}`}</p>;
}

async function open(features: object, day: object, isNow: boolean, find: object = {}): Promise<void> {
  vi.spyOn(api, "useMayWrite").mockReturnValue(true);
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant: RESTAURANT, features } as never);
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  const [column] = COLUMNS;
  const [group] = GROUPS;
  if (!column || !group) throw new Error("no sheet");
  const actions = (
    <DayActions
      day={day as Schemas["OwnerDailyCalendarPage"]}
      chosen={{ column, group, items: group.inventory_items.slice(0, 1) }}
      onClear={vi.fn<() => void>()}
      reload={vi.fn<() => Promise<void>>()}
      hint=""
      isNow={isNow}
      {...find}
    />
  );
  const element = (
    <ThemeProvider theme={theme}>
      <AskProvider>{actions}</AskProvider>
    </ThemeProvider>
  );
  const days = { path: "/owners/daily_calendars/:date", Component: OtherDay };
  const router = createMemoryRouter([{ path: "/", element, loader, hydrateFallbackElement: <></> }, days]);
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <UndoProvider>
        <RouterProvider router={router} />
      </UndoProvider>
    </CoreAdminContext>,
  );
  expect(await screen.findByRole("button", { name: "席を探して予約", hidden: true })).toBeEnabled();
}

// F118
it.each([
  [true, true, true],
  [false, true, false],
  [true, false, false],
])("slots permitted: %s, online booking: %s, offers a web slot: %s", async (may, isOnline, isOffered) => {
  const features = { createOsgEnabled: may, allowReservableOperation: isOnline };
  await open(features, {}, false);
  expect(screen.queryAllByRole("button", { name: "Web予約枠を作成" })).toHaveLength(isOffered ? 1 : 0);
});

it.each([
  ["c1", "seated", "17:00", 0],
  ["c2", "seated", "17:00", 1],
  ["c1", "arrived", "17:00", 0],
  ["c1", "arrived", "18:30", 1],
  ["c1", "left", "17:00", 1],
])("c1 is chosen at 18:00; %s has a party (%s, booked %s): %i walk-in buttons", async (uid, state, from, offered) => {
  vi.spyOn(api, "serverNow").mockReturnValue(new Date("2026-12-01T18:00:00+09:00"));
  const service = { state, arrived_at: null, seated_at: null, bill_at: null, left_at: null } as CalendarItem["service"];
  const party = item({ inventory_item_uids: [uid], start_time: from, end_time: "17:30", service });
  await open({}, { date: "2026-12-01", items: [party] }, true);
  expect(screen.queryAllByRole("button", { name: "ウォークイン 1名" })).toHaveLength(offered);
});

it("shows what the search of seats does as a text", async () => {
  await open({}, {}, false);
  expect(screen.getByRole("button", { name: "席を探して予約" })).toHaveTextContent("席を探して予約");
});

it("searches seats for a pressed time, with the party size selected", async () => {
  vi.spyOn(api, "send").mockReturnValue(new Promise(() => undefined));
  // The page loads the dialog's code after its own.
  await import("../reservation-dialog");
  const day = { date: "2026-12-01", items: [], pacing: [], columns: COLUMNS, operations: [], courses: [] };
  const onFindEnd = vi.fn<() => void>();
  await open({}, { ...day, inventory_groups: GROUPS }, false, { findAt: "17:30", onFindEnd });
  const field = await screen.findByRole<HTMLInputElement>("combobox", { name: /^人数と時刻/ });
  expect(field).toHaveValue("2名 17:30");
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe("2");
  fireEvent.click(screen.getByRole("button", { name: "閉じる" }));
  await waitFor(() => expect(onFindEnd).toHaveBeenCalledTimes(1));
});

it("adds a party to the waiting list from a search without free seats, with all that was typed", async () => {
  const entries: unknown[] = [];
  const calls = (method: string, path: string, { body }: { body?: unknown }) => {
    if (method === "POST") {
      entries.push(body);
      return Promise.resolve({ data: { message: "登録しました。" } });
    }
    if (path === "/owners/api/customers") return Promise.resolve({ data: [hitOf({ uid: "k" })] });
    return Promise.resolve({ data: { seats: [], other_times: [] } });
  };
  vi.spyOn(api, "send").mockImplementation(calls as never);
  vi.spyOn(api, "showFlash").mockReturnValue();
  await import("../reservation-dialog");
  const hours = { from: "17:00", till: "21:00" };
  const dinner = { name: "dinner", label: "ディナー", default_stay_minutes: 120, stays: [], ...hours };
  const day = { date: "2036-12-01", items: [], pacing: [], columns: COLUMNS, operations: [dinner], courses: [] };
  const onFindEnd = vi.fn<() => void>();
  const find = { findAt: null, onFindEnd };
  await open({}, { ...day, inventory_groups: GROUPS }, false, find);
  fireEvent.click(screen.getByRole("button", { name: "席を探して予約" }));
  const finder = await screen.findByRole("combobox", { name: /^人数と時刻/ });
  fireEvent.change(finder, { target: { value: "3名 19:00 健二" } });
  fireEvent.click(await screen.findByRole("button", { name: "空席待ちに追加" }));
  expect(onFindEnd).toHaveBeenCalledTimes(1);
  expect(await screen.findByRole("combobox", { name: "お客様を検索" })).toHaveValue("健二");
  fireEvent.click(await screen.findByRole("option", { name: /佐藤 健二/ }));
  fireEvent.click(await screen.findByRole("button", { name: "空席待ちに登録する" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(entries).toMatchObject([
    { customer_uid: "k", date: "2036-12-01", guests_count: 3, starts_from: "19:00", starts_till: "20:45" },
  ]);
});

const EVENING = { from: "17:00", till: "21:00" };
const DINNER = { name: "dinner", label: "ディナー", default_stay_minutes: 120, stays: [], ...EVENING };
const DAY = {
  date: "2026-12-01",
  items: [],
  pacing: [],
  columns: COLUMNS,
  operations: [DINNER],
  courses: [],
  inventory_groups: GROUPS,
};

it("books from a list of the day, by the button and by the key", async () => {
  vi.spyOn(api, "send").mockReturnValue(new Promise(() => undefined));
  await import("../reservation-dialog");
  const features = { createOsgEnabled: true, allowReservableOperation: true };
  await open(features, DAY, false, { chosen: null, hasGrid: false });
  expect(screen.queryByRole("button", { name: "店頭予約・招待" }), "it needs chosen seats").toBeNull();
  expect(screen.queryByRole("button", { name: "Web予約枠を作成" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "席を探して予約" }));
  expect(await screen.findByRole("combobox", { name: /^人数と時刻/ })).toHaveFocus();
  fireEvent.click(screen.getByRole("button", { name: "閉じる" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.keyDown(document.body, { key: "n" });
  expect(await screen.findByRole("combobox", { name: /^人数と時刻/ })).toBeVisible();
});

const OTOMO = {
  uid: "c1",
  type: "OfflineCustomer" as const,
  name: "大友 一",
  group: "",
  visits: 1,
  phone: "",
  email: "",
  isBlacklisted: false,
  hasAllergy: false,
  isKnown: false,
  isInvited: false,
};

it("continues a booking that began on another page, with its guest, and once", async () => {
  vi.spyOn(api, "send").mockReturnValue(new Promise(() => undefined));
  await import("../reservation-dialog");
  requestBooking({ date: DAY.date, asked: "2名 19:00", guest: OTOMO });
  await open({}, DAY, false, { chosen: null });
  expect(await screen.findByText("お客様：大友 一")).toBeVisible();
  expect(screen.getByRole("combobox", { name: /^人数と時刻/ })).toHaveValue("2名 19:00");
  expect(requestedBooking(DAY.date), "no other page continues it").toBeNull();
});

it("goes to another day that was typed", async () => {
  vi.spyOn(api, "send").mockReturnValue(new Promise(() => undefined));
  await import("../reservation-dialog");
  requestBooking({ date: "2026-12-24", asked: "", guest: OTOMO });
  await open({}, DAY, false, { chosen: null });
  expect(screen.queryByRole("dialog"), "it was requested for another day").toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "席を探して予約" }));
  const field = await screen.findByRole("combobox", { name: /^人数と時刻/ });
  fireEvent.change(field, { target: { value: "2名 19:00 12/24" } });
  fireEvent.keyDown(field, { key: "Enter" });
  expect(await screen.findByText("page of 2026-12-24")).toBeVisible();
  expect(requestedBooking("2026-12-24")).toMatchObject({ asked: "2名 19:00", guest: undefined });
});
