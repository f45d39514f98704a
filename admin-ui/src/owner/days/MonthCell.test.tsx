import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { RouterProvider, createMemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { MonthCell } from "./MonthCell";

const DINNER = { operation: "dinner", label: "ディナー", reservations: 2, guests: 5, invitations: 0, marks: [] };

async function cell(locale: "ja" | "en", over: object): Promise<HTMLElement> {
  vi.spyOn(api, "useShell").mockReturnValue({ locale } as never);
  const day = { date: "2026-12-08", holiday: null, daily_memo: "", is_today: false, is_checked: false, ...over };
  const table = (
    <table>
      <tbody>
        <tr>
          <MonthCell
            day={day as Schemas["MonthDay"]}
            tags={[]}
            isChosen={null}
            onTurn={() => undefined}
            onEdit={() => undefined}
          />
        </tr>
      </tbody>
    </table>
  );
  render(
    <CoreAdminContext i18nProvider={await loadTexts(locale)}>
      <RouterProvider router={createMemoryRouter([{ path: "/", element: table }])} />
    </CoreAdminContext>,
  );
  return screen.findByRole("cell");
}

const meals = [{ ...DINNER, web_stocks: 8, free_web_stocks: 8 }];

it("shows web seats of a closed day as inactive, and none as free", async () => {
  const closed = await cell("ja", { is_closed: true, meals });
  expect(closed).toHaveTextContent("休業");
  expect(closed).toHaveTextContent("Web席 8（休業のため停止中）");
  expect(closed, "bookings stay").toHaveTextContent("予約2件 5名");
  expect(closed).not.toHaveTextContent("Web空席");
});

it("shows the free web seats of an open day", async () => {
  const open = await cell("ja", { is_closed: false, meals });
  expect(open).toHaveTextContent("Web空席 8/8");
  expect(open).not.toHaveTextContent("停止中");
});

it("shows inactive web seats in English", async () => {
  expect(await cell("en", { is_closed: true, meals })).toHaveTextContent("Web seats, off while closed: 8");
});

it("shows no inactive web seats on a day without web seats", async () => {
  const none = [{ ...DINNER, web_stocks: 0, free_web_stocks: 0 }];
  expect(await cell("ja", { is_closed: true, meals: none })).not.toHaveTextContent("停止中");
});

it("shows invitations without an answer apart from the bookings", async () => {
  const invited = await cell("ja", { is_closed: false, meals: [{ ...meals[0], invitations: 1 }] });
  expect(invited).toHaveTextContent("予約2件 5名招待中1件");
});
