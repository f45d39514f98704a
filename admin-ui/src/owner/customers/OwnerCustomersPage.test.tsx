import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openPage } from "@/owner/testing/open-page";
import OwnerCustomersPage from "./OwnerCustomersPage";
import { noFilter } from "./model/filter";

const customer = (id: number, display_fullname = `伊藤${id}`) => ({
  id,
  uid: `c${id}`,
  type: "OfflineCustomer",
  display_fullname,
  display_phone_number: "0312345678",
  kana: "",
  label: "",
  email: null,
  invitation_email: "",
  visit_count: 3,
  last_visited_at: "2026-11-20T18:00:00+09:00",
  created_at: "2026-11-01T18:00:00+09:00",
  receipt_title: "",
  internal_memo: "",
  is_blacklisted: false,
  has_allergy: false,
  tags: [],
});
const CUSTOMERS = [customer(1), customer(2), customer(3, "寿".repeat(100))];

const load = (query: URLSearchParams) => ({
  customers: [...CUSTOMERS],
  total: 3,
  total_pages: 1,
  current_page: 1,
  filter: {
    ...noFilter,
    keywords: query.get("keywords") ?? "",
    customer_types: query.getAll("customer_types[]"),
    has_allergy: query.get("has_allergy") === "1",
  },
  groups: [{ id: 7, label: "常連", label_short: "常", customers_count: 0 }],
  csv_path: "/owners/customers.csv",
  xlsx_path: "/owners/customers.xlsx",
});

/** Responds to the tags of the search, and to all other calls with success. */
const answer = (called: string) => Response.json(called.includes("tags") ? { tags: [], data: [] } : { message: "" });

const open = (address = "/owners/customers", options = {}) =>
  openPage(address, <OwnerCustomersPage />, load, answer, options);

const table = async () => within(await screen.findByLabelText("お客様", { selector: "table" }));

it("sorts in the address of the search, and keeps a date on one line next to a long name", async () => {
  const { address } = await open("/owners/customers?customer_types[]=OfflineCustomer");
  const rows = await table();
  expect(rows.getAllByText("2026年11月20日")[0]).toHaveStyle({ whiteSpace: "nowrap" });
  fireEvent.click(rows.getByText("来店"));
  await waitFor(() =>
    expect(address()).toEqual([
      ["customer_types[]", "OfflineCustomer"],
      ["sort", "visits_count"],
      ["order", "DESC"],
    ]),
  );
});

it("searches by keywords in the address, and clears them", async () => {
  const { address } = await open("/owners/customers?sort=name&order=ASC");
  fireEvent.change(await screen.findByLabelText("キーワード"), { target: { value: "伊藤" } });
  await waitFor(() => expect(address()[0]).toEqual(["keywords", "伊藤"]));
  expect(address(), "the order stays").toContainEqual(["sort", "name"]);
  expect(await screen.findByText("キーワード：伊藤")).toBeVisible();
  fireEvent.click(screen.getByText("条件をすべて外す"));
  await waitFor(() => expect(address()).toEqual([]));
});

it("lists the customers with an allergy, and all again", async () => {
  const { address } = await open();
  fireEvent.click(await screen.findByLabelText("アレルギーあり"));
  await waitFor(() => expect(address()).toEqual([["has_allergy", "1"]]));
  const condition = screen.getByRole("status", { name: "検索条件" });
  await waitFor(() => expect(condition).toHaveTextContent("アレルギーあり"));
  fireEvent.click(screen.getByLabelText("アレルギーあり"));
  await waitFor(() => expect(address()).toEqual([]));
});

it("puts the selected customers into a group after the browser's confirmation", async () => {
  const { calls, loads } = await open();
  vi.spyOn(window, "confirm").mockReturnValue(true);
  const rows = await table();
  for (const box of rows.getAllByLabelText("この行を選択", { selector: "input" }).slice(0, 2)) fireEvent.click(box);
  expect(await screen.findByText("2名を選択中")).toBeVisible();
  fireEvent.change(screen.getByLabelText("変更後のグループ"), { target: { value: "7" } });
  fireEvent.click(screen.getByText("一括変更する"));
  await waitFor(() => expect(loads, "the page is loaded again").toHaveLength(2));
  const [, init] = calls.mock.calls.find(([called]) => String(called).includes("bulk_update"))!;
  expect(JSON.parse(String(init?.body))).toMatchObject({ customer_group_id: 7, customer_ids: [1, 2] });
  await waitFor(() => expect(screen.queryByText("2名を選択中")).toBeNull());
});

it("selects no rows for roles that may not change groups", async () => {
  await open("/owners/customers", { role: "floor" });
  expect((await table()).queryByRole("checkbox")).toBeNull();
  expect(screen.queryByRole("link", { name: "CSVをダウンロード" })).toBeNull();
});

it("shows the last visit on a phone, where the whole page can be selected", async () => {
  await open("/owners/customers", { isWide: false });
  expect((await screen.findAllByText(/最終来店.*2026年11月20日/))[0]).toBeVisible();
  fireEvent.click(screen.getByRole("checkbox", { name: "このページの全員を選択" }));
  expect(await screen.findByText("3名を選択中")).toBeVisible();
  fireEvent.click(screen.getByRole("checkbox", { name: "伊藤1様を選択" }));
  expect(await screen.findByText("2名を選択中")).toBeVisible();
});
