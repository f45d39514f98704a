import { QueryClient } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { allTexts } from "@/owner/testing/all-texts";
import { OccupancyTable } from "./OccupancyTable";

const WEEK = [[50], [null], [0], [0], [0], [0], [0]];

async function show(occupancy: Schemas["ReportOccupancy"]): Promise<void> {
  render(
    <CoreAdminContext i18nProvider={await allTexts("ja")} queryClient={new QueryClient()}>
      <OccupancyTable title="席の埋まり具合" occupancy={occupancy} />
    </CoreAdminContext>,
  );
}

beforeEach(() => {
  vi.restoreAllMocks();
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
});

it("names the last day that counts", async () => {
  await show({ hours: [18], weekdays: WEEK, till: "2026-12-01" });
  expect(screen.getByRole("table", { name: "2026年12月01日（火）までの集計" })).toHaveTextContent("50%");
});

it("distinguishes days to come from days without reservations", async () => {
  await show({ hours: [], weekdays: WEEK.map(() => []), till: null });
  expect(screen.getByText("この期間はすべて明日以降の日です。")).toBeInTheDocument();
  await show({ hours: [], weekdays: WEEK.map(() => []), till: "2026-12-01" });
  expect(screen.getByText("今日までの予約はありません。")).toBeInTheDocument();
});
