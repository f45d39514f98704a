import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderSite } from "@/testing/render-site";

const ADDRESS = "/widget/sushi-kagura";
const part = { visitor: "guest", today: "2026-11-02" } as const;

const free = () => document.querySelector<HTMLElement>("[data-status=available]");

async function chooseDay() {
  const user = userEvent.setup();
  const { calls } = await renderSite(ADDRESS, part);
  await waitFor(() => expect(free()).not.toBeNull());
  await user.click(free() as HTMLElement);
  return { user, calls };
}

it("leads from a day and a party to the booking page in a new window", async () => {
  const { user, calls } = await chooseDay();
  const party = await screen.findByRole("combobox", { name: "人数" });
  const sizes = within(party).getAllByRole("option");
  expect(sizes.length).toBeGreaterThan(1);
  await user.selectOptions(party, sizes.at(-1) as HTMLElement);
  const [time] = screen.getAllByRole("link", { name: /\d\d:\d\d .*新しいタブ/ });
  expect(time).toHaveAttribute("target", "_blank");
  const address = new URL(time?.getAttribute("href") ?? "", "http://localhost");
  expect(address.pathname).toBe("/ja/r/sushi-kagura/reservations/new");
  const asked = calls.find(({ path }) => path === "/users/api/availability/dates/sushi-kagura");
  expect(asked?.query.get("locale"), "no cookie stores the language").toBe("ja");
  expect(address.searchParams.get("date")).toBe(asked?.query.get("date"));
  expect(address.searchParams.get("guests")).toBe((party as HTMLSelectElement).value);
  expect(Number(address.searchParams.get("slot"))).toBeGreaterThan(0);
  expect(Number(address.searchParams.get("time"))).toBeGreaterThan(0);
});

it("has neither the site's header nor its footer, and one link to the restaurant's page", async () => {
  await renderSite(ADDRESS, part);
  expect(screen.queryByRole("banner")).toBeNull();
  expect(screen.queryByRole("contentinfo")).toBeNull();
  const links = screen.getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/ja/r/sushi-kagura"]);
  expect(links.every((link) => link.getAttribute("target") === "_blank")).toBe(true);
});

it("reports that booking has not begun", async () => {
  await renderSite("/widget/tempura-soon", part);
  expect(screen.getByText("ただいまWeb予約を受け付けていません。")).toBeVisible();
  expect(screen.queryByRole("grid")).toBeNull();
});

it("reports an unknown restaurant", async () => {
  await renderSite("/widget/hidden-soba", part);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("このお店のご予約は受け付けていません");
  expect(screen.queryByRole("link")).toBeNull();
});
