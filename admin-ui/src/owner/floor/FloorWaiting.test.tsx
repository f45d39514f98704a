import { useState } from "react";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import { UndoProvider } from "@/console/ui";
import { onPage } from "@/console/testing/page";
import * as api from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { FloorWaitingButton, FloorWaitingPane } from "./FloorWaiting";

const DAY = { date: "2026-12-20", waiting: [], items: [] } as unknown as Schemas["OwnerDailyCalendarPage"];

const seated = vi.fn<() => void>();

/** The button, a table, and the pane. */
function Floor() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <FloorWaitingButton day={DAY} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      <button onClick={seated}>T1</button>
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
