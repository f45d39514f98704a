import { useState } from "react";
import { ThemeProvider } from "@mui/material/styles";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import { onPage } from "@/console/testing/page";
import { theme } from "@/console/ui/theme";
import { hitOf } from "@/owner/customers/testing/hit";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { SeatFinder } from "./SeatFinder";
import type { Calendar } from "../model";

const DAY: Calendar = {
  date: "2026-12-08",
  items: [],
  pacing: [],
  inventory_groups: [],
  columns: [],
  operations: [],
  courses: [],
};

/** Shows the seat finder, in which `typed` is then entered. Every search for guests finds one. */
async function find(typed: string, locale: "ja" | "en") {
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant: { today: "2026-12-01" }, features: {} } as never);
  vi.spyOn(api, "useShell").mockReturnValue({ locale } as never);
  const send = vi.spyOn(api, "send").mockResolvedValue({ data: [hitOf({ uid: "k" })] } as never);
  const onDay = vi.fn<() => void>();
  render(
    <CoreAdminContext i18nProvider={await loadTexts(locale)} queryClient={new QueryClient()}>
      <ThemeProvider theme={theme}>{onPage(<Finder onDay={onDay} />)}</ThemeProvider>
    </CoreAdminContext>,
  );
  await type(typed);
  return { send, onDay };
}

const nothing = () => undefined;

function Finder({ onDay }: { onDay: () => void }) {
  const [typed, setTyped] = useState("");
  return (
    <SeatFinder calendar={DAY} typed={typed} onType={setTyped} onChoose={nothing} onDay={onDay} onGuest={nothing} />
  );
}

async function type(typed: string) {
  fireEvent.change(await screen.findByRole("combobox"), { target: { value: typed } });
}

it.each([
  ["2名 19:00 2/30", "ja", "「2/30」という日付はありません。日付をご確認ください。"],
  ["2 guests 19:00 13/1", "en", "The date “13/1” does not exist. Please check it."],
] as const)("says that the date of %s does not exist, and proposes nothing", async (typed, locale, text) => {
  const { send, onDay } = await find(typed, locale);
  expect(await screen.findByRole("status")).toHaveTextContent(text);
  fireEvent.keyDown(screen.getByRole("combobox"), { key: "Enter" });
  expect(screen.queryByRole("option")).toBeNull();
  expect(onDay).not.toHaveBeenCalled();
  expect(send).not.toHaveBeenCalledWith("GET", "/owners/api/seat_proposals", expect.anything());
});

it("offers no guest next to a date that does not exist", async () => {
  await find("健二", "ja");
  await screen.findByRole("option");
  await type("健二 2/30");
  expect(screen.getByText(/「2\/30」という日付はありません/)).toBeVisible();
  expect(screen.queryByRole("option")).toBeNull();
});
