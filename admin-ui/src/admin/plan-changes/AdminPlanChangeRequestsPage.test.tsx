import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/admin/testing/open-page";
import { serveRows } from "@/admin/testing/serve-rows";
import AdminPlanChangeRequestsPage from "./AdminPlanChangeRequestsPage";

const REQUEST = {
  id: 3,
  user_uid: "u1",
  name: "山田 花子",
  plan_amount: 1_200,
  plan_interval: "month",
  plan_interval_count: 1,
  is_open: true,
  outcome: null,
  note: "",
  created_at: "2026-11-28T10:00:00+09:00",
  closed_at: null,
};
const PATH = "/admin/gold_plan_change_requests";

it("lists the open requests with the current plan", async () => {
  const asked = serveRows({ gold_plan_change_requests: [REQUEST, { ...REQUEST, id: 4, plan_amount: null }] });
  await openPage(PATH, PATH, <AdminPlanChangeRequestsPage />, { first: null });
  const links = await screen.findAllByRole("link", { name: "2026年11月28日 10:00" });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([`${PATH}/3`, `${PATH}/4`]);
  const [, first, second] = screen.getAllByRole("row");
  expect(first).toHaveTextContent(/山田 花子.*1か月ごとに1,200円（税込）.*対応待ち/);
  expect(second).toHaveTextContent("契約なし");
  expect(asked("gold_plan_change_requests")).toEqual([{ filter: { is_open: "true" }, sort: ["created_at", "ASC"] }]);
});

it("lists closed requests without a filter", async () => {
  const asked = serveRows({ gold_plan_change_requests: [{ ...REQUEST, is_open: false, outcome: "rejected" }] });
  await openPage(PATH, `${PATH}?filter={}`, <AdminPlanChangeRequestsPage />, { first: null });
  expect(await screen.findByText("プラン変更なし")).toBeVisible();
  expect(asked("gold_plan_change_requests").at(-1)?.filter).toEqual({});
});
