import { QueryClient } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it } from "vitest";
import type { Schemas } from "@/owner/api";
import { allTexts } from "@/owner/testing/all-texts";
import { TurnTable } from "./TurnTable";

type Meal = Schemas["ReportMealTurnTimes"];

const turn = (parties: number, average_minutes: number | null) => ({ parties, average_minutes });
const NOTHING = turn(0, null);
const LUNCH: Meal = {
  operation: "lunch",
  label: "ランチ",
  times: { by_size: [NOTHING, turn(1, 60), NOTHING], total: turn(1, 60) },
};
const DINNER: Meal = {
  operation: "dinner",
  label: "ディナー",
  times: { by_size: [NOTHING, turn(2, 120), turn(1, 150)], total: turn(3, 130) },
};
const OVERALL = { by_size: [NOTHING, turn(3, 100), turn(1, 150)], total: turn(4, 113) };

async function show(locale: "ja" | "en", overall: Schemas["ReportTurnTimesBySize"], meals: Meal[]): Promise<void> {
  render(
    <CoreAdminContext i18nProvider={await allTexts(locale)} queryClient={new QueryClient()}>
      <TurnTable turnTimes={{ sizes: [1, 2, 3], overall, meals }} />
    </CoreAdminContext>,
  );
}

const rows = () =>
  screen.getAllByRole("row").map((row) => [...row.querySelectorAll("th, td")].map(({ textContent }) => textContent));

it("shows averages and parties by size, and of each meal", async () => {
  await show("ja", OVERALL, [LUNCH, DINNER]);
  expect(rows()).toEqual([
    ["1組の人数", "平均", "組数", "ランチ", "ディナー"],
    ["1名", "–", "0", "–", "–"],
    ["2名", "100分", "3", "60分（1組）", "120分（2組）"],
    ["3名以上", "150分", "1", "–", "150分（1組）"],
    ["全体", "113分", "4", "60分（1組）", "130分（3組）"],
  ]);
  const chart = screen.getByRole("img", { name: /^滞在時間のグラフ。最大は3名以上の150分です。/ });
  expect([...chart.querySelectorAll("title")].map(({ textContent }) => textContent)).toEqual([
    "1名 –",
    "2名 100分",
    "3名以上 150分",
  ]);
});

it("does not repeat the averages of the only meal", async () => {
  await show("en", DINNER.times, [DINNER]);
  expect(rows()).toEqual([
    ["Party size", "Average", "Parties"],
    ["1 guest", "–", "0"],
    ["2 guests", "120 min", "2"],
    ["3+ guests", "150 min", "1"],
    ["All", "130 min", "3"],
  ]);
});

it("explains that no stay was recorded", async () => {
  await show("ja", { by_size: [NOTHING, NOTHING, NOTHING], total: NOTHING }, []);
  expect(screen.getByText("この期間に、着席と退店を記録した組はありません。")).toBeInTheDocument();
  expect(screen.queryByRole("table")).toBeNull();
});
