import { QueryClient } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it } from "vitest";
import { allTexts } from "@/owner/testing/all-texts";
import { ChartTable } from "./ChartTable";

it("aligns the numbers and headings of every column to the right", async () => {
  render(
    <CoreAdminContext i18nProvider={await allTexts("ja")} queryClient={new QueryClient()}>
      <ChartTable
        title="来店数"
        headHeading="期間"
        headings={["人数", "組数"]}
        parts={[{ key: "guests", label: "人数" }]}
        rows={[{ key: "2026-12", head: "2026年12月", values: [50], cells: ["50", "20"] }]}
        total={["50", "20"]}
      />
    </CoreAdminContext>,
  );
  const numbers = [
    ...screen.getAllByRole("cell"),
    ...screen.getAllByRole("columnheader").filter(({ textContent }) => textContent !== "期間"),
  ];
  expect(numbers).toHaveLength(6);
  for (const cell of numbers) expect(cell).toHaveStyle({ textAlign: "right" });
});
