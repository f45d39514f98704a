import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/owner/testing/open-page";
import OwnerReviewsPage from "./OwnerReviewsPage";

const review = (id: number, rating: string) => ({
  id,
  reservation_uid: `r${id}`,
  reservation_code: `CODE-${id}`,
  date: "2026-12-01",
  starts_at: "2026-12-01T18:00:00+09:00",
  guests_count: 2,
  customer_uid: id === 1 ? null : `c${id}`,
  guest_name: `伊藤${id}`,
  rating,
  reasons: ["tardiness", "perfume"],
  reviewed_by: "女将",
  created_at: "2026-12-01T22:00:00+09:00",
  updated_at: "2026-12-02T10:00:00+09:00",
});
const REVIEWS = [review(2, "unacceptable"), review(1, "good")];

const open = (options = {}, address = "/owners/reviews") =>
  openPage(
    address,
    <OwnerReviewsPage />,
    () => ({ reviews: REVIEWS, total: 2 }),
    () => Response.json(REVIEWS, { headers: { "Content-Range": "reviews 0-1/2" } }),
    options,
  );

const table = async () => within(await screen.findByLabelText("お客様の評価", { selector: "table" }));

it("shows the reviews of the page without a call, and filters them by a call", async () => {
  const { calls } = await open();
  const rows = await table();
  expect(rows.getByText("お断りしたい")).toBeVisible();
  expect(rows.getAllByText("遅刻、香水")).toHaveLength(2);
  expect(rows.getByText("伊藤2").closest("a")).toHaveAttribute("href", "/owners/customers/c2");
  expect(calls).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText("お客様", { selector: "[type=search]" }), { target: { value: "伊藤" } });
  await waitFor(() => expect(calls).toHaveBeenCalledTimes(1));
  const called = new URL(String(calls.mock.calls[0]![0]), "http://seki");
  expect(called.searchParams.get("filter")).toBe('{"guest_name":"伊藤"}');
});

it("has a file for roles that may export", async () => {
  await open();
  await table();
  const file = screen.getByRole("link", { name: "CSVをダウンロード" });
  expect(file.getAttribute("href")).toMatch(/^\/owners\/api\/resources\/reviews\.csv\?/);
});

it("has no file for the floor, and is cards on a phone in English", async () => {
  await open({ role: "floor", locale: "en", isWide: false });
  const cards = within(await screen.findByRole("list", { name: "Guest reviews" })).getAllByRole("listitem");
  expect(within(cards[0]!).getByText("Late, Perfume", { exact: false })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Download CSV" })).toBeNull();
});

it("filters all ratings at first, and says that the last day is before the first", async () => {
  const filter = JSON.stringify({ date_gte: "2026-12-02", date_lte: "2026-12-01" });
  await open({}, `/owners/reviews?${new URLSearchParams({ filter })}`);
  await table();
  expect(screen.getByText("すべて")).toBeVisible();
  expect(screen.getByLabelText("来店日（まで）")).toHaveValue("2026-12-01");
  expect(screen.getByText("終了日は開始日以降にしてください。")).toBeVisible();
});

it("has the file among the list's actions, disabled without rows", async () => {
  await openPage("/owners/reviews", <OwnerReviewsPage />, () => ({ reviews: [], total: 0 }));
  const file = (await screen.findByText("CSVをダウンロード")).closest("a");
  expect(file).toHaveAttribute("aria-disabled", "true");
  expect(file?.closest(".MuiToolbar-root")).not.toBeNull();
});
