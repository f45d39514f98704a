import { useState } from "react";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import { UndoProvider } from "@/console/ui";
import { PAGE_HEADER_ID } from "@/console/ui/page-header";
import { onPage } from "@/console/testing/page";
import * as api from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { NextToPane } from "../daily-calendar/pane/NextToPane";
import { FloorWaitingButton, FloorWaitingPane } from "./FloorWaiting";

const DAY = { date: "2026-12-20", waiting: [], items: [] } as unknown as Schemas["OwnerDailyCalendarPage"];

const seated = vi.fn<() => void>();

/** The button, a table, and the pane. */
function Floor() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <header id={PAGE_HEADER_ID} />
      <NextToPane>
        <FloorWaitingButton day={DAY} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        <button onClick={seated}>T1</button>
      </NextToPane>
      <FloorWaitingPane day={DAY} isOpen={isOpen} onClose={() => setOpen(false)} reload={() => Promise.resolve()} />
    </>
  );
}

const pane = () => screen.queryByRole("complementary", { name: "空席待ち" });
const button = () => screen.getByRole("button", { name: "空席待ち" });

async function open(mayWrite = true): Promise<void> {
  const restaurant = { slug: "sushi-kagura", time_zone: "Asia/Tokyo", today: "2026-12-08" };
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant, features: {} } as never);
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  vi.spyOn(api, "useMayWrite").mockReturnValue(mayWrite);
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <UndoProvider>{onPage(<Floor />)}</UndoProvider>
    </CoreAdminContext>,
  );
  if (!mayWrite) return;
  button().focus();
  fireEvent.click(button());
  await waitFor(() => expect(screen.getByRole("heading", { name: "空席待ち" })).toHaveFocus());
}

it("leaves the tables next to the open list usable", async () => {
  await open();
  expect(pane()).toBeInTheDocument();
  expect(button()).toHaveAttribute("aria-expanded", "true");
  fireEvent.click(screen.getByRole("button", { name: "T1" }));
  expect(seated).toHaveBeenCalledOnce();
});

it("closes with the button, the cross and Esc, and returns the focus", async () => {
  await open();
  fireEvent.keyDown(screen.getByRole("heading", { name: "空席待ち" }), { key: "Escape" });
  await waitFor(() => expect(button()).toHaveFocus());
  expect(button()).toHaveAttribute("aria-expanded", "false");
  fireEvent.click(button());
  fireEvent.click(await screen.findByRole("button", { name: "閉じる" }));
  await waitFor(() => expect(button()).toHaveFocus());
  fireEvent.click(button());
  await screen.findByRole("button", { name: "閉じる" });
  fireEvent.click(button());
  await waitFor(() => expect(screen.queryByRole("button", { name: "閉じる" })).toBeNull());
});

it.each([
  [1024, { page: false, header: false }],
  [700, { page: true, header: false }],
  [390, { page: true, header: true }],
])("lets the keyboard reach only what the open list does not cover (%s px)", async (width, covered) => {
  let isNarrow = true;
  const lists: EventTarget[] = [];
  vi.stubGlobal("matchMedia", (media: string) => {
    const matches = () => isNarrow && width <= Number.parseFloat(/max-width: ([\d.]+)/.exec(media)?.[1] ?? "0");
    const list = Object.defineProperty(new EventTarget(), "matches", { get: matches });
    lists.push(list);
    return list;
  });
  const inert = () => ({
    page: button().closest("[inert]") !== null,
    header: screen.getByRole("banner").closest("[inert]") !== null,
  });
  const nothing = { page: false, header: false };
  await open();
  expect(inert()).toEqual(covered);
  expect(pane()?.closest("[inert]")).toBeNull();
  isNarrow = false;
  for (const list of lists) list.dispatchEvent(new Event("change"));
  expect(inert(), "in a window that became wider").toEqual(nothing);
  isNarrow = true;
  for (const list of lists) list.dispatchEvent(new Event("change"));
  const focused = vi.spyOn(button(), "focus").mockImplementation(() => expect(inert()).toEqual(nothing));
  fireEvent.click(screen.getByRole("button", { name: "閉じる" }));
  await waitFor(() => expect(focused).toHaveBeenCalled());
  expect(inert()).toEqual(nothing);
});

it("stays open for the Esc that ends a conversion of Japanese input", async () => {
  await open();
  fireEvent.keyDown(screen.getByRole("heading", { name: "空席待ち" }), { key: "Escape", isComposing: true });
  expect(screen.getByRole("button", { name: "閉じる" })).toBeVisible();
  expect(button()).toHaveAttribute("aria-expanded", "true");
});

it("leaves the focus on the table that was pressed while the list closes", async () => {
  await open();
  const table = screen.getByRole("button", { name: "T1" });
  table.focus();
  fireEvent.click(button());
  await waitFor(() => expect(screen.queryByRole("button", { name: "閉じる" })).toBeNull());
  expect(table).toHaveFocus();
});

it("has no list for a reader while no party waits", async () => {
  await open(false);
  expect(screen.queryByRole("button", { name: "空席待ち" })).toBeNull();
});
