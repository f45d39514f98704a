import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import AdminOnlineStockDestroyerPage from "./AdminOnlineStockDestroyerPage";

const ADDRESS = "/admin/r/sushi-kagura/online_stock_destroyer";
const PAGE = {
  inventory_groups: [{ id: 1, title: "カウンター" }],
  today: "2026-12-01",
  max_days: 366,
  preview: null,
};

const fill = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

it.each([
  ["2026-12-05", "2026-12-04", "終了日は開始日以降にしてください。"],
  ["2026-12-05", "2027-12-06", "期間は366日までです。"],
])("shows the fault of the range from %s to %s", async (from, till, text) => {
  const fetchPage = vi.spyOn(api, "fetchPage").mockReturnValue(new Promise(() => undefined));
  await openPage(ADDRESS, ADDRESS, <AdminOnlineStockDestroyerPage />, PAGE);
  await screen.findByLabelText(/開始日/);
  fill(/開始日/, from);
  fill(/終了日/, till);
  expect(screen.getByLabelText(/終了日/)).toHaveAccessibleDescription(text);
  fireEvent.click(screen.getByRole("button", { name: "削除する席を確認する" }));
  expect(fetchPage).not.toHaveBeenCalled();
  fill(/終了日/, "2027-12-05");
  expect(screen.getByLabelText(/終了日/)).toBeValid();
  fireEvent.click(screen.getByRole("button", { name: "削除する席を確認する" }));
  expect(fetchPage).toHaveBeenCalledWith(
    `${ADDRESS}?date_from=2026-12-05&date_till=2027-12-05&inventory_group_id=1&origin=all`,
  );
});
