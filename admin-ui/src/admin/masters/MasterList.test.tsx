import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/admin/testing/open-page";
import { serveRows } from "@/admin/testing/serve-rows";
import AdminGlobalMastersPage from "./AdminGlobalMastersPage";

const AREA = { id: 1, label_ja: "金沢", label_en: "Kanazawa", position: 0 };
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
