import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import AdminRestaurantsPage from "./AdminRestaurantsPage";

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false });
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

// F182
it("queries the server after 300 ms without input, and once for three letters", async () => {
  const request = vi.spyOn(api, "request").mockImplementation(() => Promise.resolve(Response.json([])));
  const asked = () =>
    request.mock.calls.map(([address]) => decodeURIComponent(address)).filter((address) => address.includes("search"));
  const area = { id: 1, label: "東京" };
  await openPage("/", "/", <AdminRestaurantsPage />, { max_with_je_link: 50, areas: [area], cuisines: [] });
  await pass(1000);
  const name = screen.getByRole("searchbox");
  for (const typed of ["s", "su", "sus"]) {
    fireEvent.change(name, { target: { value: typed } });
    await pass(299);
  }
  expect(asked()).toEqual([]);
  await pass(1);
  expect(asked()).toEqual(["/admin/api/restaurant_future?search_keywords[]=sus"]);
  await pass(5000);
  expect(asked()).toHaveLength(1);
});
