import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { AdminContext } from "react-admin";
import { RouterProvider, createMemoryRouter } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { dataProviderOver } from "@/console/app/data-provider";
import { routerProvider } from "@/console/app/router-provider";
import { AskProvider, UndoProvider } from "@/console/ui";
import { theme } from "@/console/ui/theme";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import OwnerBlacklistPage from "./OwnerBlacklistPage";

const number = (id: number) => ({
  id,
  phone_country: "jp",
  phone_local_number: `0901234000${id}`,
  display_phone_number: `0901234000${id}`,
  internal_memo: `メモ${id}`,
  customer_uid: null,
  customer_name: "",
  created_at: "2026-12-01T10:00:00+09:00",
});
const NUMBERS = [number(3), number(2), number(1)];

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

const loader = () => ({ data: { numbers: NUMBERS }, now: "2026-12-08T18:00:00+09:00" });

async function open(role = "owner") {
  const request = vi.fn<typeof api.request>((_, { method = "GET" }) => {
    const rows = method === "GET" ? NUMBERS : { id: 1 };
    return Promise.resolve(Response.json(rows, { headers: { "Content-Range": "numbers 0-2/3" } }));
  });
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja", session: { role } } as never);
  vi.spyOn(api, "useSession").mockReturnValue({ role, features: {} } as never);
  vi.spyOn(api, "useMayWrite").mockReturnValue(role !== "read_only");
  const page = { path: "/", element: <OwnerBlacklistPage />, loader, hydrateFallbackElement: <></> };
  render(
    <AdminContext
      dataProvider={dataProviderOver("/owners/api/resources", request)}
      routerProvider={routerProvider}
      i18nProvider={await loadTexts("ja")}
      queryClient={new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } })}
      theme={theme}
    >
      <UndoProvider>
        <AskProvider>
          <RouterProvider router={createMemoryRouter([page])} />
        </AskProvider>
      </UndoProvider>
    </AdminContext>,
  );
  const table = within(await screen.findByLabelText("ブラックリスト", { selector: "table" }));
  const writes = () =>
    request.mock.calls
      .filter(([, { method = "GET" }]) => method !== "GET")
      .map(([address, { method }]) => `${method} ${address}`);
  return { table, request, writes };
}

const LIST = "/owners/api/resources/restaurant_blacklisted_phone_numbers";

it("shows the numbers of the page without a call, and sorts them by a call", async () => {
  const { table, request } = await open();
  expect(table.getByText("メモ3")).toBeVisible();
  expect(request).not.toHaveBeenCalled();
  fireEvent.click(table.getByText("登録日"));
  await waitFor(() => expect(request).toHaveBeenCalledTimes(1));
  const [address] = request.mock.calls[0]!;
  expect(new URL(address, "http://seki").searchParams.get("sort")).toBe('["created_at","DESC"]');
});

it("removes the selected numbers, and adds them again by undo", async () => {
  const { table, writes } = await open();
  for (const box of table.getAllByLabelText("この行を選択", { selector: "input" }).slice(0, 2)) fireEvent.click(box);
  // The first is the button for the selected rows.
  fireEvent.click(screen.getAllByText("削除")[0]!);
  expect(await screen.findByText("090-1234-0003 090-1234-0002を削除しました。")).toBeVisible();
  expect(writes()).toEqual([`DELETE ${LIST}/3`, `DELETE ${LIST}/2`]);
  fireEvent.click(screen.getByRole("button", { name: "元に戻す" }));
  await waitFor(() => expect(writes().slice(2)).toEqual([`POST ${LIST}`, `POST ${LIST}`]));
});

it("offers to undo the removed numbers if others could not be removed", async () => {
  const { table, request, writes } = await open();
  const answer = request.getMockImplementation()!;
  request.mockImplementation((address, init) =>
    address.endsWith("/3")
      ? Promise.reject(new api.ApiError({ status: 409, code: "conflict", message: "変更されました" }))
      : answer(address, init),
  );
  for (const box of table.getAllByLabelText("この行を選択", { selector: "input" }).slice(0, 2)) fireEvent.click(box);
  fireEvent.click(screen.getAllByText("削除")[0]!);
  expect(await screen.findByText("090-1234-0002を削除しました。")).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "元に戻す" }));
  await waitFor(() => expect(writes()).toEqual([`DELETE ${LIST}/3`, `DELETE ${LIST}/2`, `POST ${LIST}`]));
});

it.each([
  ["自分の入力を残す", "席の希望", [{ internal_memo: "席の希望", expected_internal_memo: "同僚のメモ" }]],
  ["相手の内容にする", "同僚のメモ", [{ internal_memo: "同僚のメモ", expected_internal_memo: "同僚のメモ" }]],
])("lets the user choose if a colleague has changed the memo: %s", async (choice, text, saved) => {
  const { request } = await open();
  const bodies: object[] = [];
  let memo = "メモ3";
  request.mockImplementation((address, { method = "GET", body } = {}) => {
    if (method !== "PUT") return Promise.resolve(Response.json({ ...number(3), internal_memo: memo }));
    bodies.push(JSON.parse(String(body)) as object);
    expect(address).toBe(`${LIST}/3`);
    if (bodies.length > 1) return Promise.resolve(Response.json(number(3)));
    memo = "同僚のメモ";
    return Promise.reject(new api.ApiError({ status: 409, code: "note_changed", message: "変更されました" }));
  });
  fireEvent.click(screen.getByRole("button", { name: "090-1234-0003を編集" }));
  const input = await screen.findByLabelText("メモ", { selector: "textarea" });
  fireEvent.change(input, { target: { value: "席の希望" } });
  const save = screen.getByRole("button", { name: "保存する" });
  fireEvent.click(save);
  const change = within(await screen.findByRole("alert", { name: "ほかのスタッフが「メモ」を変更しました" }));
  expect(change.getByText("同僚のメモ")).toBeVisible();
  expect(input).toHaveValue("席の希望");
  expect(save).toBeDisabled();
  fireEvent.click(change.getByRole("button", { name: choice }));
  expect(input).toHaveValue(text);
  await waitFor(() => expect(save).toBeEnabled());
  fireEvent.click(save);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(bodies).toEqual([{ internal_memo: "席の希望", expected_internal_memo: "メモ3" }, ...saved]);
});

// G319
it("sends a changed number without the memo, and shows a colleague's number next to it", async () => {
  const { request } = await open();
  const bodies: object[] = [];
  const theirs = "09012340008";
  request.mockImplementation((_, { method = "GET", body } = {}) => {
    if (method !== "PUT") return Promise.resolve(Response.json(number(3)));
    bodies.push(JSON.parse(String(body)) as object);
    if (bodies.length > 1) return Promise.resolve(Response.json(number(3)));
    const current = { fields: { phone_local_number: theirs } };
    const problem = { status: 409, code: "edited_meanwhile", message: "変更されました", current };
    return Promise.reject(new api.ApiError(problem as never));
  });
  fireEvent.click(screen.getByRole("button", { name: "090-1234-0003を編集" }));
  const input = await screen.findByLabelText(/電話番号/, { selector: "input[type=tel]" });
  fireEvent.change(input, { target: { value: "09012340009" } });
  const save = screen.getByRole("button", { name: "保存する" });
  fireEvent.click(save);
  const change = within(await screen.findByRole("alert", { name: "ほかのスタッフが「電話番号」を変更しました" }));
  expect(change.getByText(theirs)).toBeVisible();
  expect(save).toBeDisabled();
  fireEvent.click(change.getByRole("button", { name: "自分の入力を残す" }));
  await waitFor(() => expect(save).toBeEnabled());
  fireEvent.click(save);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const own = { phone_country: "jp", phone_local_number: "09012340009" };
  const seen = ["09012340003", theirs];
  expect(bodies).toEqual(
    seen.map((phone_local_number) => ({ ...own, expected: { phone_country: "jp", phone_local_number } })),
  );
});

it("has no buttons for staff who only read", async () => {
  const { table } = await open("read_only");
  expect(table.queryByRole("checkbox")).toBeNull();
  expect(screen.queryByText("削除")).toBeNull();
});

it.each([
  ["owner", 1],
  ["floor", 0],
])("offers the file of the numbers to the role %s: %i", async (role, count) => {
  await open(role);
  const files = screen.queryAllByRole("link", { name: "CSVをダウンロード" }).map((file) => file.getAttribute("href"));
  const query = new URLSearchParams({ filter: "{}", sort: '["id","DESC"]' });
  expect(files).toEqual(Array.from({ length: count }, () => `${LIST}.csv?${query}`));
});
