import { QueryClient } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it } from "vitest";
import { allTexts } from "@/owner/testing/all-texts";
import { Columns } from "./Columns";
import type { ColumnRow } from "./Columns";

const PARTS = [
  { key: "online", label: "Web予約" },
  { key: "in_person", label: "店頭予約" },
];
const row = (head: string, values: number[]): ColumnRow => ({
  key: head,
  head,
  values,
  text: String(values.reduce((sum, value) => sum + value, 0)),
});

async function draw(rows: ColumnRow[]): Promise<void> {
  render(
    <CoreAdminContext i18nProvider={await allTexts("ja")} queryClient={new QueryClient()}>
      <Columns title="来店数" parts={PARTS} rows={rows} />
    </CoreAdminContext>,
  );
}

it("draws a column for each period, and names the largest", async () => {
  await draw([row("2026年11月", [30, 10]), row("2026年12月", [0, 50])]);
  const chart = screen.getByRole("img", {
    name: "来店数のグラフ。最大は2026年12月の50です。数値は下の表にあります。",
  });
  expect([...chart.querySelectorAll("title")].map(({ textContent }) => textContent)).toEqual([
    "2026年11月 40",
    "2026年12月 50",
  ]);
  const heights = [...chart.querySelectorAll("rect")].map((part) => part.getAttribute("height"));
  expect(heights).toEqual(["60", "20", "100"]);
  expect(screen.getByText("Web予約")).toBeInTheDocument();
});

it("draws nothing without a value", async () => {
  await draw([row("2026年11月", [0, 0])]);
  expect(screen.queryByRole("img")).toBeNull();
});
