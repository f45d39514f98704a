import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import AdminAccountPage from "@/admin/accounts/AdminAccountPage";
import AdminAccountsPage from "@/admin/accounts/AdminAccountsPage";
import AdminChargePage from "@/admin/charges/AdminChargePage";
import AdminChargesPage from "@/admin/charges/AdminChargesPage";
import AdminLedgerTransferPage from "@/admin/ledger/AdminLedgerTransferPage";
import AdminLedgerTransfersPage from "@/admin/ledger/AdminLedgerTransfersPage";
import AdminPayoutPage from "@/admin/payouts/AdminPayoutPage";
import AdminPayoutsPage from "@/admin/payouts/AdminPayoutsPage";
import AdminRefundPage from "@/admin/refunds/AdminRefundPage";
import AdminRefundsPage from "@/admin/refunds/AdminRefundsPage";
import { openPage } from "@/admin/testing/open-page";
import { serveRows } from "@/admin/testing/serve-rows";
import { setWindowWidth } from "@seki/shared/testing";

const AT = "2026-11-28T10:00:00+09:00";
const BOOKING = { reservation_uid: "r1", reservation_code: "BCDF2345", user_uid: "u1" };
const CHARGE = {
  ...BOOKING,
  id: 7,
  uid: "charge-7",
  restaurant_slug: "sushi-kagura",
  restaurant_name: "鮨かぐら",
  kind: "prepaid_course",
  status: "succeeded",
  amount: 24_000,
  refund_due: 5_000,
  refunded_amount: 2_000,
  lost_amount: 0,
  dispute_state: null,
  failure_code: null,
  gateway_fid: "pi_1",
  is_unsettled: true,
  needs_settlement: true,
  is_overdue_fee: false,
  succeeded_at: AT,
  created_at: AT,
  updated_at: AT,
};
const REFUND = {
  ...BOOKING,
  id: 8,
  kind: "provider_refund",
  amount: 2_000,
  restaurant_slug: "sushi-kagura",
  restaurant_name: "鮨かぐら",
  charge_uid: "charge-7",
  gateway_fid: "pi_1",
  booked_at: AT,
};
const TRANSFER = {
  id: 9,
  key: "paid:charge-7",
  kind: "charge_paid",
  debit_account: "card_provider",
  credit_account: "prepaid_courses",
  amount: 24_000,
  restaurant_slug: "sushi-kagura",
  restaurant_name: "鮨かぐら",
  charge_id: 7,
  reservation_id: 3,
  invoice_month: "2026-11-01",
  reference: "",
  booked_at: AT,
};
const PAYOUT = {
  id: 10,
  kind: "payout",
  amount: 700,
  restaurant_slug: "sushi-kagura",
  restaurant_name: "鮨かぐら",
  reference: "振込 12",
  booked_at: AT,
};
const ACCOUNT = {
  id: 11,
  nickname: "新井",
  email: "arai@seki.test",
  is_enabled: true,
  has_second_factor: false,
  is_privileged: true,
  refunds: true,
  privacy_export: false,
  privacy_erase: false,
  impersonation: false,
  staff: false,
  risky_settings: false,
  created_at: AT,
  disabled_at: null,
};

const LISTS = [
  {
    name: "charges",
    row: CHARGE,
    List: AdminChargesPage,
    Page: AdminChargePage,
    cells: ["コース代金（前払）", "24,000円", "鮨かぐら"],
  },
  {
    name: "refunds",
    row: REFUND,
    List: AdminRefundsPage,
    Page: AdminRefundPage,
    cells: ["決済会社での返金", "2,000円", "鮨かぐら"],
  },
  {
    name: "ledger_transfers",
    row: TRANSFER,
    List: AdminLedgerTransfersPage,
    Page: AdminLedgerTransferPage,
    cells: ["決済会社", "事前決済のコース料金", "鮨かぐら"],
  },
  {
    name: "payouts",
    row: PAYOUT,
    List: AdminPayoutsPage,
    Page: AdminPayoutPage,
    cells: ["店舗への支払い", "鮨かぐら"],
  },
  { name: "admin_users", row: ACCOUNT, List: AdminAccountsPage, Page: AdminAccountPage, cells: ["arai@seki.test"] },
];

it.each(LISTS)("$name: the first rows need no call, and each links to its page", async ({ name, row, List, cells }) => {
  const asked = serveRows({ [name]: [row] });
  const address = `/admin/${name}`;
  await openPage(address, address, <List />, { first: { rows: [row], total: 1 } });
  const table = within(await screen.findByRole("table"));
  for (const text of cells) expect(table.getByRole("cell", { name: text })).toBeVisible();
  const links = table.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toContain(`${address}/${row.id}`);
  expect(asked(name)).toEqual([]);
});

it.each(LISTS)("$name: a page shows all fields of a row", async ({ name, row, Page, cells }) => {
  await openPage("/", "/", <Page />, { row });
  for (const text of cells) expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(/\d|新井/);
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toContain(`/admin/${name}`);
});

it("payments are searched, filtered and sorted, and the file has the same filter", async () => {
  const asked = serveRows({ charges: [CHARGE] });
  await openPage("/admin/charges", "/admin/charges", <AdminChargesPage />, { first: null });
  const search = await screen.findByRole("searchbox", { name: "決済ID・予約番号・電話番号・メールアドレス" });
  fireEvent.change(search, { target: { value: "BCDF2345" } });
  await waitFor(() => expect(asked("charges").at(-1)?.filter).toEqual({ q: "BCDF2345" }));
  fireEvent.click(within(screen.getByRole("table")).getByText("金額"));
  await waitFor(() => expect(asked("charges").at(-1)?.sort).toEqual(["amount", "DESC"]));
  const file = new URL(screen.getByRole("link", { name: "書き出し" }).getAttribute("href") ?? "", "http://seki");
  expect(file.pathname).toBe("/admin/api/resources/charges.csv");
  expect([...file.searchParams]).toEqual([
    ["filter", '{"q":"BCDF2345"}'],
    ["sort", '["amount","DESC"]'],
  ]);
});

it("a payment's page leads to where it is refunded", async () => {
  await openPage("/", "/", <AdminChargePage />, { row: CHARGE });
  const way = await screen.findByRole("link", { name: "予約の決済一覧（返金・訂正）" });
  expect(way).toHaveAttribute("href", "/admin/reservations/r1/reservation_charges");
});

it("a payment of a plan leads to its diner", async () => {
  const row = {
    ...CHARGE,
    kind: "subscription_fee",
    reservation_uid: null,
    reservation_code: null,
    restaurant_slug: null,
    restaurant_name: null,
  };
  await openPage("/", "/", <AdminChargePage />, { row });
  const way = await screen.findByRole("link", { name: "お客様の決済（返金・訂正）" });
  expect(way).toHaveAttribute("href", "/admin/users/u1");
});

it.each([
  [1024, "list"],
  [1199, "list"],
  [1200, "table"],
])(
  "the admins' accounts are in a window of %i pixels a %s, and their addresses wrap at @ and .",
  async (width, role) => {
    setWindowWidth(width);
    await openPage("/", "/", <AdminAccountsPage />, { first: { rows: [ACCOUNT], total: 1 } });
    expect(await screen.findByRole(role, { name: "運営アカウント" })).toBeVisible();
    expect(screen.getByText("arai@seki.test").innerHTML).toContain("arai<wbr>@seki<wbr>.test");
  },
);
