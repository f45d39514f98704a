import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aReservation } from "@/testing/builders";
import { renderSite } from "@/testing/render-site";

const cardOf = (name: string) => within(screen.getByRole("link", { name }).closest("article")!);

it("shows portions for an order, and no seat", async () => {
  await renderSite("/users/upcoming_reservations");
  const fetched = cardOf("焼鳥ともしび");
  expect(fetched.getByText("1個 / 折詰 / テイクアウト")).toBeVisible();
  expect(fetched.getByText("注文確定")).toBeVisible();
  const brought = cardOf("お弁当はこ");
  expect(brought.getByText("1個 / 折詰")).toBeVisible();
  expect(brought.getByText("2026年12月25日（金） 8時〜12時")).toBeVisible();
});

it("formats a visit in English like other dates", async () => {
  await renderSite("/users/upcoming_reservations", { locale: "en" });
  expect(screen.getAllByText("Thu, 24 December 2026 18:00").length).toBeGreaterThan(0);
  expect(cardOf("お弁当はこ").getByText("Fri, 25 December 2026 8:00–12:00")).toBeVisible();
});

it("shows the time that is left for a hold", async () => {
  const held_until = new Date(Date.now() + 300_000).toISOString();
  const reservations = [aReservation({ uid: "rsv_held", status: "pending", held_until }), aReservation()];
  await renderSite("/users/upcoming_reservations", { pages: { upcoming_reservations: { reservations, past: [] } } });
  const [timer, ...others] = screen.getAllByRole("timer", { name: "確保の残り時間" });
  expect(timer).toHaveTextContent(/^0(5:00|4:59)$/);
  expect(others).toEqual([]);
});
