import { fireEvent, screen, waitFor, within } from "@testing-library/react";
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

const PREVIEW = {
  date_from: "2026-12-28",
  date_till: "2026-12-28",
  inventory_group_id: 1,
  origin: "all",
  slots: 6,
  unreserved: 24,
  freed: 0,
  reserved: 0,
};
const PREVIEWED = `${ADDRESS}?date_from=2026-12-28&date_till=2026-12-28&inventory_group_id=1&origin=all`;
const DESTROY = "24席を削除する";

async function openPreview() {
  const page = await openPage(ADDRESS, PREVIEWED, <AdminOnlineStockDestroyerPage />, { ...PAGE, preview: PREVIEW });
  await screen.findByRole("button", { name: DESTROY });
  return page;
}

it.each([
  ["dates", /開始日/, "2026-12-27"],
  ["slots", /対象の枠/, "refills"],
])("hides the preview of other %s than the fields'", async (_, label, value) => {
  await openPreview();
  const before = screen.getByLabelText<HTMLInputElement>(label).value;
  fill(label, value);
  expect(screen.queryByRole("button", { name: DESTROY })).toBeNull();
  fill(label, before);
  expect(screen.getByRole("button", { name: DESTROY })).toBeVisible();
});

it("names what is deleted, deletes it, and shows one empty form", async () => {
  const page = await openPreview();
  const send = vi.spyOn(api, "send").mockResolvedValue({ redirect_to: ADDRESS } as never);
  fireEvent.click(screen.getByRole("button", { name: DESTROY }));
  const question = within(await screen.findByRole("alertdialog", { name: "24席を削除しますか？" }));
  for (const text of ["鮨かぐら", "2026年12月28日（月）", "カウンター", "すべての枠"]) {
    expect(question.getByText(text)).toBeVisible();
  }
  page.answer(PAGE);
  fireEvent.click(question.getByRole("button", { name: DESTROY }));
  await waitFor(() => expect(screen.getByLabelText(/開始日/)).toHaveValue(PAGE.today));
  expect(send).toHaveBeenCalledExactlyOnceWith("POST", "/admin/r/{slug}/online_stock_destroyer", {
    path: { slug: "sushi-kagura" },
    body: { date_from: "2026-12-28", date_till: "2026-12-28", inventory_group_id: 1, origin: "all" },
  });
  expect(await screen.findAllByRole("button", { name: "削除する席を確認する" })).toHaveLength(1);
  expect(screen.queryByRole("status")).toBeNull();
});
