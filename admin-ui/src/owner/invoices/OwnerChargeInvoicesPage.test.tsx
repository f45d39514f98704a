import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/owner/testing/open-page";
import OwnerChargeInvoicesPage from "./OwnerChargeInvoicesPage";

const invoice = (id: number) => ({
  id,
  number: `S-000012-20260${id}`,
  month: `2026-0${id}`,
  reservations_count: 10 * id,
  amount: 11_000 * id,
  tax: 1_000 * id,
  no_shows_count: id === 2 ? 1 : null,
  no_show_fees: id === 2 ? 24_000 : null,
  document_path: `/owners/restaurant_charge_invoices/${id}`,
  status: "issued",
  issued_at: "2026-12-01T10:00:00+09:00",
});
const INVOICES = [invoice(2), invoice(1)];

const load = () => ({
  invoices: INVOICES,
  months: ["2026-02", "2026-01"],
  total: 2,
  registration_number: "T1234567890123",
  tax_percent: 10,
  lost_disputes: [],
  adjustments: [],
});

const open = (address = "/owners/restaurant_charge_invoices", options = {}) =>
  openPage(
    address,
    <OwnerChargeInvoicesPage />,
    load,
    () => Response.json(INVOICES, { headers: { "Content-Range": "invoices 0-1/2" } }),
    options,
  );

it("keeps the month in the address when the invoices are sorted", async () => {
  const { address, calls } = await open("/owners/restaurant_charge_invoices?selected_month=2026-02");
  const table = within(await screen.findByLabelText("請求書", { selector: "table" }));
  expect(table.getByText("24,000円")).toBeVisible();
  expect(calls).not.toHaveBeenCalled();
  fireEvent.click(table.getByText("請求額（税込）"));
  await waitFor(() => expect(calls).toHaveBeenCalledTimes(1));
  const called = new URL(String(calls.mock.calls[0]![0]), "http://seki").searchParams;
  expect([called.get("sort"), called.get("filter")]).toEqual(['["amount","DESC"]', '{"selected_month":"2026-02"}']);
  expect(new Map(address()).get("selected_month")).toBe("2026-02");
  expect(screen.getByLabelText("対象期間")).toHaveValue("2026-02");
});

it("links to the statements, and is exported by roles that may", async () => {
  await open();
  expect(await screen.findByText("2026年2月", { selector: "a" })).toHaveAttribute(
    "href",
    "/owners/restaurant_charge_invoices/2",
  );
  expect(screen.getByText("書き出し")).toBeVisible();
});

it("is cards on a phone, with all amounts", async () => {
  await open("/owners/restaurant_charge_invoices", { isWide: false, role: "read_only" });
  const card = within(within(await screen.findByRole("list", { name: "請求書" })).getAllByRole("listitem")[0]!);
  for (const text of ["20件", "22,000円", "2,000円", "24,000円", "発行済み"])
    expect(card.getByText(text)).toBeVisible();
  expect(screen.queryByRole("button", { name: "書き出し" })).toBeNull();
});
