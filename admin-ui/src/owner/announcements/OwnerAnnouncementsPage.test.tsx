import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/owner/testing/open-page";
import OwnerAnnouncementsPage from "./OwnerAnnouncementsPage";

const announcement = (id: number, status = "draft") => ({
  id,
  status,
  subject_type: "event",
  body: `本文${id}`,
  created_at: `2026-12-0${id}T10:00:00+09:00`,
  scheduled_at: null,
  customer_group_labels: [],
  announced_count: 12,
  re_announced_count: 0,
});
const ANNOUNCEMENTS = [
  announcement(3),
  { ...announcement(2), customer_group_labels: ["常連", "VIP"] },
  announcement(1, "sent"),
];
const LIST = "/owners/api/resources/announcements";

const answer = (_: string, { method = "GET" }: RequestInit) =>
  Response.json(method === "GET" ? ANNOUNCEMENTS : { id: 1 }, { headers: { "Content-Range": "announcements 0-2/3" } });

const load = () => ({ announcements: ANNOUNCEMENTS, total: 3, current_page: 1, total_pages: 1 });

const open = (options = {}) => openPage("/owners/announcements", <OwnerAnnouncementsPage />, load, answer, options);

const table = async () => within(await screen.findByLabelText("お知らせ配信", { selector: "table" }));

it("shows the announcements of the page without a call, and sorts them by a call", async () => {
  const { calls } = await open();
  const rows = await table();
  expect(rows.getByText("本文3")).toBeVisible();
  expect(rows.getByText("常連・VIP")).toBeVisible();
  expect(calls).not.toHaveBeenCalled();
  fireEvent.click(rows.getByText("作成日時"));
  await waitFor(() => expect(calls).toHaveBeenCalledTimes(1));
  const called = new URL(String(calls.mock.calls[0]![0]), "http://seki");
  expect(called.searchParams.get("sort")).toBe('["created_at","DESC"]');
});

it("deletes the drafts among the selected announcements after the time to undo", async () => {
  const { writes } = await open();
  for (const box of (await table()).getAllByLabelText("この行を選択", { selector: "input" })) fireEvent.click(box);
  // The first is the button for the selected rows.
  fireEvent.click(screen.getAllByText("削除する")[0]!);
  expect(await screen.findByText("2件の下書きを削除します。")).toBeVisible();
  expect(screen.getByText("削除できるのは下書きだけです。")).toBeVisible();
  expect(screen.queryByText("本文3")).toBeNull();
  expect(screen.getByText("本文1")).toBeVisible();
  expect(writes()).toEqual([]);
  window.dispatchEvent(new Event("pagehide"));
  await waitFor(() => expect(writes()).toEqual([`DELETE ${LIST}/3`, `DELETE ${LIST}/2`]));
});

it("shows a draft again when its deletion is undone", async () => {
  const { writes } = await open();
  fireEvent.click((await table()).getByLabelText("2026年12月03日 10:00のお知らせを削除する"));
  await waitFor(() => expect(screen.queryByText("本文3")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "元に戻す" }));
  expect(await screen.findByText("本文3")).toBeVisible();
  expect(writes()).toEqual([]);
});

it("has neither buttons nor an export for staff who only read", async () => {
  await open({ role: "read_only" });
  expect((await table()).queryByRole("checkbox")).toBeNull();
  expect(screen.queryByText("削除する")).toBeNull();
  expect(screen.queryByText("書き出し")).toBeNull();
});
