import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpError } from "ra-core";
import { expect, it } from "vitest";
import { openPage } from "@/admin/testing/open-page";
import { serveRows } from "@/admin/testing/serve-rows";
import AdminGlobalMastersPage from "./AdminGlobalMastersPage";

const AREA = { id: 1, label_ja: "金沢", label_en: "Kanazawa", position: 0 };
const PRICE = { id: 2, grade: "green", amount: 980, interval: "month", interval_count: 1, is_active: true };
const PAGE = { name: "areas", records: [AREA], choices: {} };

it("shows the page's records without a call, searches them, and offers their file", async () => {
  const asked = serveRows({ areas: [] });
  await openPage("/admin/masters/:name", "/admin/masters/areas", <AdminGlobalMastersPage />, PAGE);
  expect(await screen.findByText("金沢")).toBeVisible();
  expect(asked("areas")).toEqual([]);
  fireEvent.change(screen.getByRole("searchbox", { name: "検索" }), { target: { value: "青森" } });
  await waitFor(() => expect(asked("areas").at(-1)).toEqual({ filter: { q: "青森" }, sort: ["position", "ASC"] }));
  expect(await screen.findByRole("status")).toHaveTextContent(/./);
  const file = screen.getByText("書き出し").closest("a");
  expect(file?.getAttribute("href")).toContain("/admin/api/resources/areas.csv?filter=");
});

it.each([
  ["areas", [AREA], "金沢", "使われています。"],
  ["cuisines", [{ ...AREA, label_ja: "鮨" }], "鮨", "使われています。"],
  ["plan_prices", [PRICE], "グリーン 980円/1か月", "使われています。代わりに停止できます。"],
])("says what replaces the removal of %s in use", async (name, records, label, text) => {
  serveRows({ [name]: records });
  const refused = new HttpError("使われています。", 409, { code: "master_in_use" });
  const own = { delete: () => Promise.reject(refused) };
  const page = { name, records, choices: {} };
  await openPage("/admin/masters/:name", `/admin/masters/${name}`, <AdminGlobalMastersPage />, page, {}, own);
  fireEvent.click(await screen.findByRole("button", { name: `${label}を削除する` }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "削除" }));
  expect(await screen.findByText(text)).toBeVisible();
});
