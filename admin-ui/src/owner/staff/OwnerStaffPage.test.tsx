import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/owner/testing/open-page";
import OwnerStaffPage from "./OwnerStaffPage";

const member = (id: number, role: string) => ({
  id,
  nickname: `山本${id}`,
  email: `yamamoto${id}@kagura.test`,
  role,
  has_second_factor: id === 1,
  last_seen_at: id === 1 ? "2026-12-08T10:00:00+09:00" : null,
  is_self: id === 1,
});
/** As the server lists them: by role. */
const STAFF = [member(1, "owner"), member(3, "staff"), member(2, "floor")];

const answer = (_: string, { method = "GET" }: RequestInit) =>
  Response.json(method === "GET" ? STAFF : { message: "スタッフを削除しました。" }, {
    headers: { "Content-Range": "staff 0-2/3" },
  });
const load = () => ({ staff: STAFF, invitations: [], makes_owners: true });
const loadForStaff = () => ({ ...load(), makes_owners: false });

async function open(page = load) {
  const { calls, writes } = await openPage("/owners/staff", <OwnerStaffPage />, page, answer);
  const table = within(await screen.findByLabelText("登録済み", { selector: "table" }));
  return { calls, table, writes };
}

const names = () => screen.getAllByText(/^山本\d/).map(({ textContent }) => textContent);

it("lists the staff without a call, and filters them by a call", async () => {
  const { calls, table } = await open();
  expect(names()).toEqual(["山本1あなた", "山本2", "山本3"]);
  expect(table.getByText("2段階認証あり")).toBeVisible();
  expect(calls).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText("お名前", { selector: "[type=search]" }), { target: { value: "山本2" } });
  await waitFor(() => expect(calls).toHaveBeenCalledTimes(1));
  const called = new URL(String(calls.mock.calls[0]![0]), "http://seki").searchParams;
  expect(called.get("filter")).toBe('{"nickname":"山本2"}');
  await waitFor(() =>
    expect(screen.getByRole("link", { name: "CSVをダウンロード" })).toHaveAttribute(
      "href",
      `/owners/api/resources/staff.csv?${new URLSearchParams({ filter: '{"nickname":"山本2"}', sort: '["id","ASC"]' })}`,
    ),
  );
});

it("removes the selected members after a question that names them", async () => {
  const { table, writes } = await open(loadForStaff);
  // Only an owner removes owners.
  for (const box of table.getAllByLabelText("この行を選択", { selector: "input" })) fireEvent.click(box);
  fireEvent.click(screen.getAllByText("削除")[0]!);
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText("2名のスタッフを削除しますか？")).toBeVisible();
  expect(question.getByText("山本2、山本3")).toBeVisible();
  expect(writes()).toEqual([]);
  fireEvent.click(question.getByText("削除"));
  expect(await screen.findByText("2名のスタッフを削除しました。")).toBeVisible();
  expect(writes()).toEqual(["DELETE /owners/api/staff/2", "DELETE /owners/api/staff/3"]);
});

it("changes a role after a question", async () => {
  const { table, writes } = await open();
  fireEvent.change(table.getByLabelText("山本2さんの権限"), { target: { value: "read_only" } });
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByText("変更する"));
  await waitFor(() => expect(writes()).toEqual(["PATCH /owners/api/staff/2"]));
});

it("is read by those who may not write, in English", async () => {
  await openPage("/owners/staff", <OwnerStaffPage />, loadForStaff, undefined, { role: "read_only", locale: "en" });
  const table = within(await screen.findByLabelText("Can sign in", { selector: "table" }));
  expect(table.queryByRole("checkbox")).toBeNull();
  expect(table.queryByRole("combobox")).toBeNull();
  expect(screen.queryByRole("link", { name: "Download CSV" })).toBeNull();
});
