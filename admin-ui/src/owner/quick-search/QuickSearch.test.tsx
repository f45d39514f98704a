import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import { onPage } from "@/console/testing/page";
import { hitOf } from "@/owner/customers/testing/hit";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { QuickSearch } from "./QuickSearch";

/** Shows the search of a text, and returns the requested kinds and texts. */
async function search(text: string, hits: Record<string, readonly ReturnType<typeof hitOf>[]>) {
  const asked: string[] = [];
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  vi.spyOn(api, "send").mockImplementation(((
    _: string,
    path: string,
    call: { query?: { type: string; q: string } },
  ) => {
    if (path !== "/owners/api/customers") return new Promise(() => undefined);
    const kind = call.query?.type ?? "";
    asked.push(`${kind} ${call.query?.q}`);
    return Promise.resolve({ data: hits[kind] ?? [] });
  }) as never);
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      {onPage(<QuickSearch />)}
    </CoreAdminContext>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "検索" }));
  fireEvent.change(await screen.findByRole("combobox"), { target: { value: text } });
  return asked;
}

it("distinguishes namesakes by four digits of a number, and shows what staff must know", async () => {
  const taro = hitOf({ uid: "a", display_fullname: "高橋 一郎", allergy_description: "えび", no_show_count: 1 });
  const namesake = hitOf({ uid: "b", display_fullname: "高橋 一郎", internal_memo: "左利き" });
  const asked = await search("0102", { number_part: [taro, namesake] });
  expect(await screen.findByRole("option", { name: /高橋 一郎.*無断1回.*アレルギー：えび/ })).toBeInTheDocument();
  expect(screen.getByRole("option", { name: /高橋 一郎.*メモ：左利き/ })).toBeInTheDocument();
  expect(asked).toEqual(["number_part 0102"]);
});

it("searches anywhere in a number if neither its first nor its last digits are known", async () => {
  const asked = await search("55501", { number_part: [hitOf({})] });
  expect(await screen.findByRole("option", { name: /佐藤 健二/ })).toBeInTheDocument();
  expect(asked).toEqual(["tel 55501", "number_part 55501"]);
});

it("shows that a search failed, and opens nothing for the Enter that waited for it", async () => {
  const failures: ((error: Error) => void)[] = [];
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  vi.spyOn(api, "send").mockImplementation(
    ((_: string, path: string) =>
      new Promise((_resolve, reject) => {
        if (path === "/owners/api/customers") failures.push(reject);
      })) as never,
  );
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={queryClient}>
      {onPage(<QuickSearch />)}
    </CoreAdminContext>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "検索" }));
  const field = await screen.findByRole("combobox");
  fireEvent.change(field, { target: { value: "高橋" } });
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(failures).toHaveLength(1));
  failures[0]?.(new api.NetworkError());
  expect(await screen.findByText("データの取得に失敗しました")).toBeVisible();
  expect(screen.getByRole("option", { name: /高橋/ }), "the search stays open").toBeVisible();
});
