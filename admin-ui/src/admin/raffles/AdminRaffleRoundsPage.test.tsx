import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/admin/testing/open-page";
import AdminRaffleRoundsPage from "./AdminRaffleRoundsPage";

const CLOSED = {
  uid: "r1",
  stage: "closed",
  registerable_from: "2026-12-01 10:00:00",
  registerable_till: "2026-12-08 10:00:00",
  winners_count: 2,
  entries_limit: 7,
  questions: [],
  registrations: 5,
  winners: 0,
  beacon_round: 34567890,
  draws_at: "2026-12-08T10:01:02+09:00",
  is_due: true,
  drawn_at: null,
  prrList: [],
};
const DRAWN = {
  ...CLOSED,
  uid: "r0",
  registerable_from: "2026-11-01 10:00:00",
  registerable_till: "2026-11-08 10:00:00",
  winners: 2,
  is_due: false,
  drawn_at: "2026-11-08T10:02:00+09:00",
};

it("distinguishes a raffle that waits for its draw from a drawn one", async () => {
  const route = "/admin/r/:slug/raffle_rounds";
  const page = { raffle_rounds: [CLOSED, DRAWN] };
  await openPage(route, "/admin/r/sushi-kagura/raffle_rounds", <AdminRaffleRoundsPage />, page);
  const list = await screen.findByRole("list", { name: "抽選" });
  const stages = [...list.children].map((row) => row.querySelector(".MuiChip-label")?.textContent);
  expect(stages).toEqual(["受付終了", "抽選済み"]);
  const opens = within(list).getByRole("link", { name: "2026年11月01日 10:00からの抽選の参加者を見る" });
  expect(opens).toHaveAttribute("href", "/admin/r/sushi-kagura/raffle_rounds/r0");
});
