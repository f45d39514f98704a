import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/admin/testing/open-page";
import { serveRows } from "@/admin/testing/serve-rows";
import AdminRafflesPage from "./AdminRafflesPage";

const OPEN = {
  id: 1,
  uid: "raffle-1",
  restaurant_slug: "sushi-kagura",
  restaurant_name: "鮨かぐら",
  registerable_from: "2026-12-01T10:00:00+09:00",
  registerable_till: "2026-12-08T10:00:00+09:00",
  winners_count: 2,
  entries_limit: 7,
  registrations_count: 5,
  is_open: true,
  is_waiting_for_draw: false,
  is_draw_due: false,
  drawn_at: null,
  created_at: "2026-11-28T10:00:00+09:00",
};
const ROUNDS = [
  OPEN,
  { ...OPEN, id: 2, uid: "raffle-2", is_open: false },
  { ...OPEN, id: 3, uid: "raffle-3", is_open: false, is_waiting_for_draw: true },
  { ...OPEN, id: 4, uid: "raffle-4", is_open: false, drawn_at: "2026-12-08T10:02:00+09:00" },
];
const PATH = "/admin/raffle_rounds";

it("links the raffles of all restaurants with their states", async () => {
  const asked = serveRows({ raffle_rounds: ROUNDS });
  await openPage(PATH, PATH, <AdminRafflesPage />, { first: null }, {});
  const [link] = await screen.findAllByRole("link", { name: "2026年12月01日 10:00からの抽選の参加者を見る" });
  expect(link).toHaveAttribute("href", "/admin/r/sushi-kagura/raffle_rounds/raffle-1");
  const stages = screen.getAllByRole("row").map((row) => row.querySelector(".MuiChip-label")?.textContent);
  expect(stages).toEqual([undefined, "受付中", "受付前", "受付終了", "抽選済み"]);
  expect(asked("raffle_rounds")).toEqual([{ filter: {}, sort: ["registerable_from", "DESC"] }]);
  expect(screen.getByRole("link", { name: "書き出し" })).toBeVisible();
});
