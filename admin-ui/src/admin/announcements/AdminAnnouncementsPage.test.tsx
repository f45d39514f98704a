import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/admin/testing/open-page";
import { serveRows } from "@/admin/testing/serve-rows";
import AdminAnnouncementsPage from "./AdminAnnouncementsPage";

const SCHEDULED = {
  id: 7,
  restaurant_slug: "sushi-kagura",
  restaurant_name: "鮨かぐら",
  subject_type: "event",
  status: "scheduled",
  body: "春の会のご案内です。",
  needs_admin: true,
  is_recently_stopped: false,
  announced_count: 1_200,
  created_at: "2026-11-28T10:00:00+09:00",
  scheduled_at: "2026-12-01T10:00:00+09:00",
  sent_at: null,
};
const PATH = "/admin/announcements";

async function open(address = PATH, rows: object[] = [SCHEDULED]) {
  const asked = serveRows({ announcements: rows });
  await openPage(PATH, address, <AdminAnnouncementsPage />, { first: null });
  return () => asked("announcements");
}

it("links each announcement to the page that releases it", async () => {
  const asked = await open();
  const link = await screen.findByRole("link", { name: "イベントのご案内：鮨かぐらのお知らせ（7）を開く" });
  expect(link).toHaveAttribute("href", "/admin/announcements/7/release");
  const row = screen.getByRole("row", { name: /春の会/ });
  expect(row).toHaveTextContent(/配信予約運営の確認が必要予約 2026年12月01日 10:00.*1,200名/);
  expect(asked()).toEqual([{ filter: {}, sort: ["created_at", "DESC"] }]);
});

it("reads the plain parameters of links, and says that nothing matches", async () => {
  const asked = await open(`${PATH}?status=sent&restaurant=sushi-kagura`, []);
  expect(await screen.findByText("条件に合うものはありません。")).toBeVisible();
  expect(asked().at(-1)?.filter).toEqual({ status: "sent", restaurant_slug: "sushi-kagura" });
});

it("searches restaurants by name", async () => {
  const asked = await open();
  fireEvent.change(await screen.findByRole("searchbox", { name: "店舗" }), { target: { value: "かぐら" } });
  await waitFor(() => expect(asked().at(-1)?.filter).toEqual({ restaurant_name: "かぐら" }));
});
