import { screen } from "@testing-library/react";
import { DataTable, TextInput } from "react-admin";
import { expect, it } from "vitest";
import { openPage } from "@/admin/testing/open-page";
import { serveRows } from "@/admin/testing/serve-rows";
import { setWindowWidth } from "@seki/shared/testing";
import { AdminListPage } from "./AdminListPage";

const FILTERS = [<TextInput key="q" source="q" alwaysOn />];
const BY_ID = { field: "id", order: "ASC" } as const;
const SORT_FIELDS: string[] = [];

function Disputes() {
  return (
    <AdminListPage
      title="異議"
      lead="銀行への回答"
      resource="disputes"
      sort={BY_ID}
      filters={FILTERS}
      sortFields={SORT_FIELDS}
      none="ありません。"
    >
      <DataTable.Col source="note" />
    </AdminListPage>
  );
}

it("names the page and the table by the title", async () => {
  serveRows({ disputes: [{ id: 1, note: "銀行に確認" }] });
  await openPage("/", "/", <Disputes />, {});
  expect(await screen.findByRole("table", { name: "異議" })).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "異議" })).toBeVisible();
  expect(screen.getByText("銀行への回答")).toBeVisible();
});

it.each([
  [1, false],
  [9_999, false],
  [10_000, true],
])("of %i rows, says whether the pages have all: %s", async (total, isExceeded) => {
  serveRows({ disputes: [{ id: 1, note: "銀行に確認" }] }, total);
  await openPage("/", "/", <Disputes />, {});
  expect(await screen.findByText("銀行に確認")).toBeVisible();
  expect(screen.queryAllByText(/^10,000件まで表示します。/)).toHaveLength(isExceeded ? 1 : 0);
});

it.each([
  { width: 991, role: "list" },
  { width: 1024, role: "table" },
  { width: 1200, role: "table" },
])("is a $role in a window of $width pixels", async ({ width, role }) => {
  setWindowWidth(width);
  serveRows({ disputes: [{ id: 1, note: "銀行に確認" }] });
  await openPage("/", "/", <Disputes />, {});
  expect(await screen.findByRole(role, { name: "異議" })).toBeVisible();
});

it("offers no file of an empty list", async () => {
  serveRows({ disputes: [] });
  await openPage("/", "/", <Disputes />, {});
  expect(await screen.findByText("ありません。")).toBeVisible();
  expect(screen.getByText("書き出し").closest("a")).toHaveAttribute("aria-disabled", "true");
});
