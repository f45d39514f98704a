import type { ReactNode } from "react";
import { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { HttpError, memoryStore, useListContext } from "ra-core";
import type { GetListParams } from "ra-core";
import { AdminContext, DataTable, TextInput } from "react-admin";
import { RouterProvider, createMemoryRouter, useLoaderData, useLocation } from "react-router";
import { expect, it, vi } from "vitest";
import { routerProvider } from "@/console/app/router-provider";
import { consoleTexts, messages } from "@/console/i18n/ja";
import { i18nProviderOf } from "@/console/i18n/provider";
import { theme } from "@/console/ui/theme";
import { setWindowWidth } from "@seki/shared/testing";
import { ConsoleList, ListTable } from ".";

interface Note {
  id: number;
  text: string;
}

const notes = (count: number): Note[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, text: `n${index + 1}` }));
const IN_ORDER = { field: "id", order: "ASC" } as const;
const FILTERS = [<TextInput key="q" source="q" label="検索" alwaysOn />];

const exporter = vi.fn<(rows: Note[]) => void>();

interface NotesProps {
  bulkActions?: ReactNode;
  keepsSelection?: boolean;
}

function Selected() {
  const { selectedIds } = useListContext();
  return <span>selected: {selectedIds.join(",")}</span>;
}

function Notes({ bulkActions, keepsSelection }: NotesProps) {
  const first = useLoaderData<Note[]>();
  return (
    <ConsoleList<Note>
      resource="notes"
      sort={IN_ORDER}
      perPage={25}
      first={{ data: first, total: 30 }}
      filters={FILTERS}
      exporter={exporter}
    >
      <ListTable label="メモ" empty="メモはありません。" bulkActions={bulkActions} keepsSelection={keepsSelection}>
        <DataTable.Col source="id" />
        <DataTable.Col source="text" label="本文" />
      </ListTable>
    </ConsoleList>
  );
}

/** A page whose list is another one for each address. */
function ListOfEach() {
  return <Notes key={useLocation().search} />;
}

// As the routes of lists: the list's own parameters load no new page.
const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.href === nextUrl.href;

/** Opens the list, whose page has the rows of `loader`, over a data provider. */
function open(address = "/notes", rejection: Error | null = null, stored: object = {}, element = <Notes />) {
  const getList = vi.fn<(resource: string, params: GetListParams) => Promise<{ data: Note[]; total: number }>>(
    (_, { pagination = { page: 1, perPage: 25 } }) =>
      rejection
        ? Promise.reject(rejection)
        : Promise.resolve({ data: notes(30).slice((pagination.page - 1) * 25, pagination.page * 25), total: 30 }),
  );
  const page = { path: "/notes", element, loader: () => notes(25), hydrateFallbackElement: <></> };
  const router = createMemoryRouter([{ ...page, shouldRevalidate }], { initialEntries: [address] });
  render(
    <AdminContext
      dataProvider={{ getList } as never}
      routerProvider={routerProvider}
      i18nProvider={i18nProviderOf("ja", { texts: consoleTexts, messages })}
      queryClient={new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } })}
      theme={theme}
      store={memoryStore({ ...stored })}
    >
      <RouterProvider router={router} />
    </AdminContext>,
  );
  return { getList, router };
}

it("shows the rows of the page's data without a call, and calls for the next page", async () => {
  const { getList, router } = open();
  expect(await screen.findByText("n25")).toBeVisible();
  expect(getList).not.toHaveBeenCalled();
  fireEvent.click(screen.getByLabelText("次のページへ"));
  expect(await screen.findByText("n30")).toBeVisible();
  expect(getList).toHaveBeenCalledTimes(1);
  expect(new URLSearchParams(router.state.location.search).get("page")).toBe("2");
});

it("calls when the page is reloaded", async () => {
  const { getList, router } = open();
  await screen.findByText("n25");
  await router.revalidate();
  await waitFor(() => expect(getList).toHaveBeenCalledTimes(1));
});

/** Delays the next call's response, and returns a function that sends it. */
function delayNext({ getList }: Pick<ReturnType<typeof open>, "getList">): (text: string) => void {
  const arrived: ((reply: { data: Note[]; total: number }) => void)[] = [];
  getList.mockReturnValueOnce(new Promise((resolve) => arrived.push(resolve)));
  return (text) => arrived.forEach((arrive) => arrive({ data: [{ id: 1, text }], total: 1 }));
}

it.each([
  ["one list", <Notes key="one" />],
  ["another list for each address", <ListOfEach key="each" />],
])("shows the known rows after Back until they are loaded again, with %s", async (_, element) => {
  const { getList, router } = open("/notes", null, {}, element);
  await screen.findByText("n25");
  const back = () => act(() => router.navigate(-1));
  const next = () => act(() => router.navigate("/notes?page=2&perPage=25&sort=id&order=ASC&filter={}"));
  await next();
  expect(await screen.findByText("n30")).toBeVisible();
  const first = delayNext({ getList });
  await back();
  expect(await screen.findByText("n25")).toBeVisible();
  await waitFor(() => expect(getList).toHaveBeenCalledTimes(2));
  first("changed");
  expect(await screen.findByText("changed")).toBeVisible();

  await next();
  expect(await screen.findByText("n30")).toBeVisible();
  await waitFor(() => expect(getList).toHaveBeenCalledTimes(3));
  delayNext({ getList });
  await back();
  expect(await screen.findByText("changed"), "not the older rows of the page").toBeVisible();
  await waitFor(() => expect(getList).toHaveBeenCalledTimes(4));
});

it("keeps sorting and filter in the address", async () => {
  const { getList, router } = open();
  fireEvent.click(await screen.findByText("本文"));
  await waitFor(() => expect(getList.mock.lastCall?.[1].sort).toEqual({ field: "text", order: "ASC" }));
  fireEvent.change(screen.getByLabelText("検索"), { target: { value: "鮨" } });
  await waitFor(() => expect(getList.mock.lastCall?.[1].filter).toEqual({ q: "鮨" }));
  expect(new URLSearchParams(router.state.location.search).get("filter")).toBe('{"q":"鮨"}');
});

const sorts = () => [...document.querySelectorAll("th")].map((head) => head.getAttribute("aria-sort"));

it("marks the head of the sorted column for screen readers", async () => {
  open();
  await screen.findByText("n25");
  expect(sorts()).toEqual(["ascending", null]);
  fireEvent.click(screen.getByText("本文"));
  await waitFor(() => expect(sorts()).toEqual([null, "ascending"]));
  fireEvent.click(screen.getByText("本文"));
  await waitFor(() => expect(sorts()).toEqual([null, "descending"]));
  expect(document.querySelectorAll("td[aria-sort]")).toHaveLength(0);
});

const selectFirst = () => fireEvent.click(screen.getAllByLabelText("この行を選択", { selector: "input" })[0]!);

it.each([
  { keepsSelection: false, count: "1件を選択中", ids: "26" },
  { keepsSelection: true, count: "2件を選択中", ids: "1,26" },
])("selects rows on two pages, and acts on $ids", async ({ keepsSelection, count, ids }) => {
  open("/notes", null, {}, <Notes bulkActions={<Selected />} keepsSelection={keepsSelection} />);
  await screen.findByText("n25");
  selectFirst();
  expect(await screen.findByText("selected: 1")).toBeVisible();
  fireEvent.click(screen.getByLabelText("次のページへ"));
  expect(await screen.findByText("n30")).toBeVisible();
  selectFirst();
  expect(await screen.findByText(count)).toBeVisible();
  expect(screen.getByText(`selected: ${ids}`)).toBeVisible();
});

it("selects cards, and has their buttons above them", async () => {
  setWindowWidth(400);
  open("/notes", null, {}, <Notes bulkActions={<Selected />} />);
  const cards = within(await screen.findByRole("list", { name: "メモ" }));
  const [first, second] = cards.getAllByRole<HTMLInputElement>("checkbox", { name: "この行を選択" });
  fireEvent.click(second!);
  expect(await screen.findByText("selected: 2")).toBeVisible();
  expect(first).not.toBeChecked();
  const all = screen.getByRole<HTMLInputElement>("checkbox", { name: "すべて選択" });
  expect(all.indeterminate).toBe(true);
  fireEvent.click(all);
  expect(await screen.findByText("25件を選択中")).toBeVisible();
  fireEvent.click(all);
  await waitFor(() => expect(first).not.toBeChecked());
  expect(second).not.toBeChecked();
});

it("has cards without checkboxes if no button changes them", async () => {
  setWindowWidth(400);
  open();
  expect(await screen.findByRole("list", { name: "メモ" })).toBeVisible();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

it("exports more rows than react-admin's default", async () => {
  const { getList } = open();
  await screen.findByText("n25");
  const all = notes(1_500);
  getList.mockImplementation((_, { pagination }) =>
    Promise.resolve({ data: all.slice(0, pagination?.perPage), total: all.length }),
  );
  fireEvent.click(screen.getByRole("button", { name: "書き出し" }));
  await waitFor(() => expect(exporter.mock.lastCall?.[0]).toEqual(all));
});

it("leads to the whole list if the server rejects the address", async () => {
  open('/notes?filter={"unknown":1}', new HttpError("unknown filter", 422));
  expect(await screen.findByRole("link", { name: "一覧を表示する" })).toHaveAttribute("href", "/notes");
});

it("has no pager below a failed list, and a pager again after a retry", async () => {
  const { getList, router } = open();
  await screen.findByText("n25");
  expect(screen.getByText(/^30件中/)).toBeVisible();
  getList.mockRejectedValueOnce(new HttpError("unavailable", 503));
  await router.revalidate();
  expect(await screen.findByText("データの取得に失敗しました")).toBeVisible();
  expect(screen.queryByText(/^30件中/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "もう一度試す" }));
  expect(await screen.findByText("n25")).toBeVisible();
  expect(screen.getByText(/^30件中/)).toBeVisible();
});

/** Opens the dialog of the columns by its button, which has the focus. */
async function openColumns() {
  await screen.findByText("n25");
  const button = screen.getByRole("button", { name: "列" });
  button.focus();
  fireEvent.click(button);
  return { button, dialog: await screen.findByRole("dialog", { name: "列" }) };
}

const heads = () => [...document.querySelectorAll("th")].map((head) => head.textContent);
const switches = (dialog: HTMLElement) => within(dialog).getAllByRole<HTMLInputElement>("switch");

it("shows and hides columns by switches with the names of the heads", async () => {
  open();
  const { dialog } = await openColumns();
  const all = heads();
  expect(switches(dialog).map((each) => each.labels?.[0]?.textContent)).toEqual(all);
  fireEvent.click(within(dialog).getByLabelText("本文"));
  await waitFor(() => expect(heads()).toEqual(all.slice(0, 1)));
  expect(switches(dialog).map((each) => each.checked)).toEqual([true, false]);
  fireEvent.click(within(dialog).getByText("元に戻す"));
  await waitFor(() => expect(heads()).toEqual(all));
  expect(switches(dialog).map((each) => each.checked)).toEqual([true, true]);
});

it("keeps the last shown column, and says why its switch is disabled", async () => {
  open();
  const { dialog } = await openColumns();
  expect(within(dialog).queryByText("少なくとも1つの列を表示します。")).toBeNull();
  fireEvent.click(within(dialog).getByLabelText("本文"));
  await waitFor(() => expect(switches(dialog).map((each) => each.disabled)).toEqual([true, false]));
  expect(switches(dialog)[0]).toHaveAccessibleDescription("少なくとも1つの列を表示します。");
  fireEvent.click(within(dialog).getByLabelText("本文"));
  await waitFor(() => expect(switches(dialog).map((each) => each.disabled)).toEqual([false, false]));
});

it("shows the default columns if all columns are hidden in the browser", async () => {
  open("/notes", null, { "notes.datatable": ["id", "text"] });
  await screen.findByText("n25");
  expect(heads()).toHaveLength(2);
});

it("has switches outside of menus and list boxes, whose children they cannot be", async () => {
  open();
  const { dialog } = await openColumns();
  for (const role of ["menu", "listbox", "option"]) expect(within(dialog).queryByRole(role)).toBeNull();
  for (const each of switches(dialog)) expect(each).toHaveAccessibleName();
});

it("closes the columns by Escape, pressed in a switch, and focuses the button again", async () => {
  open();
  const { button, dialog } = await openColumns();
  expect(button).toHaveAttribute("aria-expanded", "true");
  expect(dialog).toHaveFocus();
  const [first] = switches(dialog);
  first?.focus();
  fireEvent.keyDown(first!, { key: "Escape" });
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute("aria-expanded", "false");
});

const openFilters = async () => {
  await screen.findByText("n25");
  fireEvent.click(screen.getByRole("button", { name: "絞り込みを追加" }));
};

it("limits the name of a saved query, and counts its characters", async () => {
  open('/notes?filter={"q":"n"}');
  await openFilters();
  fireEvent.click(await screen.findByText("この検索を保存…"));
  const name = await screen.findByLabelText<HTMLInputElement>("検索の名前");
  expect(name.maxLength).toBe(60);
  expect(name).toHaveAccessibleDescription("60文字まで（現在0文字）");
  fireEvent.input(name, { target: { value: "今週の予約" } });
  expect(name).toHaveAccessibleDescription("60文字まで（現在5文字）");
});

it("wraps a long name of a saved query in a menu of limited width", async () => {
  const value = { filter: { q: "n" }, sort: IN_ORDER, perPage: 25, displayedFilters: {} };
  const label = "あ".repeat(200);
  open('/notes?filter={"q":"n"}&sort=id&order=ASC&page=1&perPage=25&displayedFilters={}', null, {
    "notes.savedQueries": [{ label, value }],
  });
  await openFilters();
  const item = await screen.findByRole("menuitem", { name: `「${label}」を削除` });
  expect(item).toHaveStyle({ whiteSpace: "normal", overflowWrap: "anywhere" });
  expect(item.closest(".MuiMenu-paper")).toHaveStyle({ maxWidth: "min(calc(100% - 32px), 480px)" });
});

it("gives the free width to the main search", async () => {
  open();
  const search = await screen.findByLabelText("検索");
  expect(search.closest("[data-source=q]")).toHaveStyle({ flex: "1 1 24rem" });
  expect(search.closest(".MuiFormControl-root")).toHaveStyle({ width: "100%" });
});
