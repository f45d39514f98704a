import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import { setWindowWidth } from "@seki/shared/testing";
import AdminRestaurantsPage from "./AdminRestaurantsPage";
import { forgetRestaurants, restaurantProvider } from "./restaurant-provider";

const row = (id: number) => ({
  id,
  slug: `r${id}`,
  restaurant_name: `店${id}`,
  is_admin_pinned: false,
  is_delivery_only: false,
  has_delivery_setting: false,
  is_linked_to_je: false,
  has_stripe_account: false,
  has_ts_integration: false,
  owner: null,
  operation: {
    id,
    or_starts_at: "2026-12-01T10:00:00+09:00",
    is_future: false,
    can_restore_start: false,
    previous_starts_at: null as string | null,
    admin_user: null,
  },
  email_subscriptions: [],
  missing_to_open: [],
  visibility: "public",
  is_noindex: false,
  today_rrp_restaurant_css: "",
  je_admin_url: null,
  je_store_url: null,
  tc_url: null,
});
type Row = ReturnType<typeof row>;
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));

// The server's limit is fifty.
const PAGE = { max_with_je_link: 2, areas: [{ id: 1, label: "東京" }], cuisines: [] };
const FIRST_LIST = "/admin/api/restaurant_future?type=osa_future_normal";

beforeEach(() => {
  forgetRestaurants();
  setWindowWidth(1440);
});

afterEach(() => {
  vi.useRealTimers();
});

/** Opens the page over a server with some restaurants in each list except the pinned one. */
async function open(listed: readonly Row[], address = "/admin/restaurants") {
  const request = vi.spyOn(api, "request").mockImplementation((asked) => {
    return Promise.resolve(Response.json(asked.includes("pinned") ? [] : listed));
  });
  await openPage("/admin/restaurants", address, <AdminRestaurantsPage />, PAGE, {}, restaurantProvider);
  return () => request.mock.calls.map(([asked]) => decodeURIComponent(asked));
}

// By label: roles of large tables take seconds to compute.
const table = () => screen.findByLabelText("5日以内（通常）", { selector: "table" });
const heads = async () => [...(await table()).querySelectorAll("th")].map(({ textContent }) => textContent);
const sortBy = async (name: string) => fireEvent.click(within(await table()).getByText(name));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const pin = (id: string) => [
  "POST",
  "/admin/pinned_restaurants",
  { query: { restaurant_id: id, restaurant_type: "normal" } },
];
const names = async () =>
  [...(await table()).querySelectorAll("tbody .column-restaurant_name")].map(
    ({ textContent }) => /店\d+/.exec(textContent)?.[0],
  );

// F182
it("queries the server after 300 ms without input, and once for three letters", async () => {
  const asked = await open([row(1)]);
  await table();
  vi.useFakeTimers({ shouldAdvanceTime: false });
  const searches = () => asked().filter((address) => address.includes("search"));
  const name = screen.getByRole("searchbox");
  for (const typed of ["s", "su", "sus"]) {
    fireEvent.change(name, { target: { value: typed } });
    await pass(299);
  }
  expect(searches()).toEqual([]);
  await pass(1);
  // The navigation to the next address.
  await pass(1);
  expect(searches()).toEqual(["/admin/api/restaurant_future?search_keywords[]=sus"]);
  await pass(5000);
  expect(searches()).toHaveLength(1);
});

// F182
it.each([
  [0, "表示する店舗がありません。"],
  [2, "2件"],
  [3, "50件を超えたため、JEのリンクを作成できません。条件を絞り込んでください。"],
])("for %i restaurants it shows: %s", async (count, text) => {
  await open(rows(count), "/admin/restaurants?name=%E5%BA%97");
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryAllByText(/JEのリンクを作成できません/)).toHaveLength(count > 2 ? 1 : 0);
});

it("divides a list of 5,000 into pages, and sorts it, with one call", async () => {
  const asked = await open(rows(5000), "/admin/restaurants?perPage=10");
  expect(await screen.findByText("5,000件")).toBeVisible();
  expect(screen.getByText(/^5,?000件中 1〜10件$/)).toBeVisible();
  fireEvent.click(screen.getByLabelText("次のページへ"));
  await waitFor(async () => expect((await names())[0]).toBe("店11"));
  fireEvent.click(within(await table()).getByText("ID"));
  await waitFor(async () => expect((await names())[0]).toBe("店1"));
  expect(asked().filter((address) => address === FIRST_LIST)).toHaveLength(1);
});

it("sorts names as Japanese, and restaurants without an owner last", async () => {
  const owned = { ...row(1), owner: { id: 7, nickname: "大将" } } as unknown as Row;
  await open([row(10), row(2), owned]);
  await sortBy("店舗名");
  await waitFor(async () => expect(await names()).toEqual(["店1", "店2", "店10"]));
  await sortBy("ログイン");
  await sortBy("ログイン");
  await waitFor(async () => expect((await names())[0]).toBe("店1"));
});

it("hides a column, and shows the specification's columns first", async () => {
  await open([row(1)]);
  expect(await heads()).toEqual([
    "",
    "ピン",
    "ID",
    "店舗名",
    "設定",
    "JE",
    "Stripe設定",
    "TC",
    "Future",
    "ログイン",
    "受付開始",
    "通知先メール",
    "公開設定",
    "noindex",
  ]);
  fireEvent.click(screen.getByText("列"));
  fireEvent.click(await screen.findByLabelText("noindex"));
  await waitFor(async () => expect(await heads()).not.toContain("noindex"));
});

it("exports all restaurants of the list", async () => {
  const blobs: Blob[] = [];
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}` }));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  await open(rows(60), "/admin/restaurants?perPage=10");
  await table();
  fireEvent.click(screen.getByText("書き出し"));
  await waitFor(() => expect(blobs).toHaveLength(1));
  const lines = (await blobs[0]!.text()).trim().split("\r\n");
  expect(lines).toHaveLength(61);
  expect(lines[1]).toContain('"r1","店1"');
});

it("pins the selected restaurants, and unpins them by undo", async () => {
  await open(rows(3));
  const send = vi.spyOn(api, "send").mockResolvedValue({} as never);
  const boxes = within(await table()).getAllByLabelText("この行を選択", { selector: "input" });
  expect(screen.getByText("ピン留めする")).not.toBeVisible();
  fireEvent.click(boxes[0]!);
  fireEvent.click(boxes[2]!);
  await waitFor(() => expect(screen.getByText("ピン留めする")).toBeVisible());
  fireEvent.click(screen.getByText("ピン留めする"));
  expect(await screen.findByText("2店舗をピン留めしました。")).toBeVisible();
  expect(send.mock.calls).toEqual([pin("1"), pin("3")]);
  fireEvent.click(screen.getByRole("button", { name: "元に戻す" }));
  await waitFor(() => expect(send).toHaveBeenCalledTimes(4));
  expect(send).toHaveBeenLastCalledWith("DELETE", "/admin/pinned_restaurants", { query: { restaurant_id: "3" } });
});

it("shows cards with the same fields on a tablet", async () => {
  setWindowWidth(1024);
  await open([row(1)]);
  const cards = await screen.findByRole("list", { name: "5日以内（通常）" });
  expect(within(cards).getByText("公開設定")).toBeVisible();
  expect(within(cards).getByRole("button", { name: "店1をピン留めする" })).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByRole("button", { name: /並べ替え/ })).toBeVisible();
});

it("names the start that an undo restores, and sends what the admin has seen", async () => {
  const seen = { or_starts_at: "2026-12-01T10:00:00+09:00", previous_starts_at: "2028-12-01T10:00:00+09:00" };
  const { operation, ...rest } = row(3);
  await open([{ ...rest, operation: { ...operation, ...seen, can_restore_start: true } }]);
  const send = vi.spyOn(api, "send").mockResolvedValue({} as never);
  const undo = await screen.findAllByRole("button", { name: "元に戻す" });
  fireEvent.click(undo[0]!);
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText(/2028/)).toBeVisible();
  fireEvent.click(question.getAllByRole("button").at(-1)!);
  const query = {
    operation_id: "3",
    type: "restore",
    from: "new_future",
    expected_starts_at: seen.or_starts_at,
    expected_previous_starts_at: seen.previous_starts_at,
  };
  await waitFor(() => expect(send).toHaveBeenCalledWith("POST", "/admin/restaurants/set_osa", { query }));
});

it("says that a list could not be loaded, and loads it again", async () => {
  const request = vi.spyOn(api, "request").mockRejectedValue(new api.NetworkError());
  await openPage(
    "/admin/restaurants",
    "/admin/restaurants?name=x",
    <AdminRestaurantsPage />,
    PAGE,
    {},
    restaurantProvider,
  );
  expect(await screen.findByText("データの取得に失敗しました")).toBeVisible();
  request.mockImplementation(() => Promise.resolve(Response.json([row(1)])));
  fireEvent.click(screen.getByRole("button", { name: "もう一度試す" }));
  expect(await screen.findByText("1件")).toBeVisible();
});

it("says that the pinned restaurants could not be loaded, and loads them again", async () => {
  const request = vi.spyOn(api, "request").mockImplementation((asked) => {
    if (asked.includes("pinned")) return Promise.reject(new api.NetworkError());
    return Promise.resolve(Response.json([row(1)]));
  });
  await openPage("/admin/restaurants", "/admin/restaurants", <AdminRestaurantsPage />, PAGE, {}, restaurantProvider);
  await table();
  expect(await screen.findByText("データの取得に失敗しました")).toBeVisible();
  expect(screen.queryByText("表示する店舗がありません。")).toBeNull();
  request.mockImplementation(() => Promise.resolve(Response.json([row(2)])));
  fireEvent.click(screen.getByRole("button", { name: "もう一度試す" }));
  expect(await screen.findByText("店2")).toBeVisible();
  expect(screen.queryByText("データの取得に失敗しました")).toBeNull();
});
