import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { afterEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { AskProvider, UndoProvider } from "@/console/ui";
import { OfflineContext } from "../offline/use-offline";
import { item } from "../testing/sheet";
import { DayList } from "./DayList";

const DATE = "2026-12-08";
const service = (state: "seated" | null) => ({
  state,
  arrived_at: null,
  seated_at: null,
  bill_at: null,
  left_at: null,
});

const party = (uid: string, from: string, till: string, state: "seated" | null) =>
  item({
    uid,
    title: uid,
    starts_at: `${DATE}T${from}:00+09:00`,
    start_time: from,
    end_time: till,
    guests_count: 2,
    phone_display: "",
    course_name: "",
    formated_preferences: [],
    service: service(state),
  });

const ONLINE = { isDisconnected: false, day: { date: DATE, inventory_groups: [] } };

afterEach(() => void vi.useRealTimers());

async function open(items: ReturnType<typeof item>[]): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-08T10:00:00Z") });
  vi.spyOn(api, "useMayWrite").mockReturnValue(true);
  const day = { date: DATE, items, inventory_groups: [] } as unknown as Parameters<typeof DayList>[0]["day"];
  const props = { day, timeZone: "Asia/Tokyo", openUid: null, onOpen: () => undefined, reload: async () => undefined };
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <AskProvider>
        <UndoProvider>
          <OfflineContext.Provider value={ONLINE}>
            <DayList {...props} />
          </OfflineContext.Provider>
        </UndoProvider>
      </AskProvider>
    </CoreAdminContext>,
  );
}

const TO_NOW = { name: "今の時刻へ" };

it("goes to the current party among those that the filter shows", async () => {
  await open([party("seated", "18:00", "20:00", "seated"), party("expected", "20:30", "22:00", null)]);
  const reached: (string | undefined)[] = [];
  Element.prototype.scrollIntoView = function scrolled(this: HTMLElement) {
    reached.push(this.dataset.item);
  };
  fireEvent.click(await screen.findByRole("button", TO_NOW));
  fireEvent.click(screen.getByRole("button", { name: /来店前/ }));
  fireEvent.click(screen.getByRole("button", TO_NOW));
  expect(reached).toEqual(["seated", "expected"]);
});

it("offers no way to the present if the filter shows no current party", async () => {
  await open([party("seated", "18:00", "20:00", "seated")]);
  expect(await screen.findByRole("button", TO_NOW)).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: /来店前/ }));
  expect(screen.queryByRole("button", TO_NOW)).toBeNull();
});
