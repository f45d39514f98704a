import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { DayReviews } from "./DayReviews";
import { DISMISSED_KEY } from "./model";

const TODAY = "2026-11-21";

const visit = (reservation_uid: string, operation: string) => ({
  reservation_uid,
  operation,
  rating: "average",
  reasons: [],
  starts_at: `${TODAY}T12:00:00+09:00`,
  start_time: "12:00",
  guests_count: 2,
  customer_fullname: `客${reservation_uid}`,
});

let waiting = [visit("a", "lunch"), visit("b", "dinner")];

async function open(date = TODAY, isServing = false) {
  const i18nProvider = await loadTexts("ja");
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = (serving: boolean) => (
    <CoreAdminContext i18nProvider={i18nProvider} queryClient={queryClient}>
      <DayReviews date={date} isServing={serving} />
    </CoreAdminContext>
  );
  const { rerender } = render(page(isServing));
  return (serving: boolean) => rerender(page(serving));
}

beforeEach(() => {
  window.localStorage.clear();
  waiting = [visit("a", "lunch"), visit("b", "dinner")];
  vi.spyOn(api, "useMayWrite").mockReturnValue(true);
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant: { today: TODAY } } as api.RestaurantSession);
  vi.spyOn(api, "send").mockImplementation((method: string) =>
    Promise.resolve((method === "GET" ? waiting : { status: 200, message: "" }) as never),
  );
});

// F175
it("opens by itself on the later meal, and not again after it was closed", async () => {
  await open();
  const dialog = await screen.findByRole("dialog", { name: "ご来店のお客様の評価" });
  expect(within(dialog).getByRole("tab", { name: "ディナー" })).toHaveAttribute("aria-selected", "true");
  expect(within(dialog).getByRole("button", { name: "普通" })).toHaveAttribute("aria-pressed", "true");
  fireEvent.click(within(dialog).getByRole("button", { name: "閉じる" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(window.localStorage.getItem(DISMISSED_KEY)).toBe("20261121");
  expect(screen.getByRole("button", { name: "お客様を評価する（2名）" })).toBeInTheDocument();
});

it("stays closed for a dismissed date", async () => {
  window.localStorage.setItem(DISMISSED_KEY, "20261121");
  await open();
  fireEvent.click(await screen.findByRole("button", { name: "お客様を評価する（2名）" }));
  expect(await screen.findByRole("dialog")).toBeInTheDocument();
});

it("opens after the last guest has left, and stays open when the next one comes", async () => {
  const serve = await open(TODAY, true);
  await screen.findByRole("button", { name: "お客様を評価する（2名）" });
  expect(screen.queryByRole("dialog")).toBeNull();
  serve(false);
  expect(await screen.findByRole("dialog")).toBeVisible();
  serve(true);
  expect(screen.getByRole("dialog")).toBeVisible();
});

it("sends the reviews of one meal", async () => {
  await open();
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("tab", { name: "ランチ" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "お断りしたい" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "遅刻" }));
  waiting = [visit("b", "dinner")];
  fireEvent.click(within(dialog).getByRole("button", { name: "ランチの評価を保存する" }));
  await waitFor(() =>
    expect(api.send).toHaveBeenCalledWith("PUT", "/owners/api/reviews", {
      body: {
        reviews: [{ reservation_uid: "a", rating: "unacceptable", reasons: ["tardiness"] }],
        expected: { a: null },
      },
    }),
  );
  await screen.findByText("この営業区分に未評価のお客様はいません。");
});

it("keeps the ratings of a meal while the other one is shown", async () => {
  await open();
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "お断りしたい" }));
  fireEvent.click(dialog.getByRole("button", { name: "遅刻" }));
  fireEvent.click(dialog.getByRole("tab", { name: "ランチ" }));
  expect(dialog.getByRole("button", { name: "普通" })).toHaveAttribute("aria-pressed", "true");
  fireEvent.click(dialog.getByRole("tab", { name: "ディナー" }));
  for (const name of ["お断りしたい", "遅刻"]) {
    expect(dialog.getByRole("button", { name })).toHaveAttribute("aria-pressed", "true");
  }
});

/** Rates the dinner while a colleague reviews it, and returns the dialog and the conflict. */
async function conflict() {
  const theirs = { rating: "poor", reasons: ["perfume"] };
  const problem = {
    status: 409,
    code: "edited_meanwhile",
    message: "変更されました",
    current: { fields: { b: theirs } },
  };
  const puts = vi.fn<(body: unknown) => Promise<unknown>>();
  puts.mockRejectedValueOnce(new api.ApiError(problem as never));
  puts.mockResolvedValue({ status: 200, message: "" });
  vi.spyOn(api, "send").mockImplementation(((method: string, _: string, call: { body?: unknown }) =>
    method === "GET" ? Promise.resolve(waiting) : puts(call.body)) as never);
  await open();
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "良い" }));
  const save = dialog.getByRole("button", { name: "ディナーの評価を保存する" });
  fireEvent.click(save);
  const alert = await dialog.findByRole("alert", { name: /を変更しました/ });
  expect(save).toBeDisabled();
  return { dialog, alert, save, bodies: () => puts.mock.calls.map(([body]) => body) };
}

it("shows a colleague's review next to the chosen one, which replaces it after one press", async () => {
  const { dialog, alert, save, bodies } = await conflict();
  expect(alert).toHaveTextContent("香水");
  expect(dialog.getByRole("button", { name: "良い" })).toHaveAttribute("aria-pressed", "true");
  fireEvent.click(within(alert).getByRole("button", { name: "自分の入力を残す" }));
  fireEvent.click(save);
  await waitFor(() => expect(bodies()).toHaveLength(2));
  const reviews = [{ reservation_uid: "b", rating: "good", reasons: [] }];
  expect(bodies()).toEqual([
    { reviews, expected: { b: null } },
    { reviews, expected: { b: { rating: "poor", reasons: ["perfume"] } } },
  ]);
});

it("leaves a colleague's review to them", async () => {
  const { dialog, alert, save, bodies } = await conflict();
  fireEvent.click(within(alert).getByRole("button", { name: "相手の内容にする" }));
  expect(dialog.getByRole("button", { name: "香水" })).toHaveAttribute("aria-pressed", "true");
  waiting = [visit("a", "lunch")];
  fireEvent.click(save);
  await dialog.findByText("この営業区分に未評価のお客様はいません。");
  expect(bodies(), "nothing is left to send").toHaveLength(1);
});
