import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext, HttpError } from "ra-core";
import type { DataProvider } from "ra-core";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { loadTexts } from "@/admin/i18n/load-texts";
import { onPage } from "@/console/testing/page";
import { MasterDialog } from "./MasterDialog";
import type { Field } from "./fields";
import { kinds } from "./kinds";

const create = vi.fn<() => Promise<{ data: { id: number } }>>();
const close = vi.fn<() => void>();

async function open(fields: readonly Field[]): Promise<HTMLFormElement> {
  vi.spyOn(api, "showFlash").mockImplementation(() => undefined);
  create.mockReset().mockResolvedValue({ data: { id: 1 } });
  const dialog = (
    <MasterDialog resource="courses" fields={fields} choices={{}} title="追加" id={null} onClose={close} />
  );
  render(
    <CoreAdminContext
      i18nProvider={await loadTexts("ja")}
      queryClient={new QueryClient()}
      dataProvider={{ create } as unknown as DataProvider}
    >
      {onPage(dialog)}
    </CoreAdminContext>,
  );
  return (await screen.findByRole("dialog")).querySelector("form")!;
}

it("saves a double click once", async () => {
  const form = await open([{ name: "title_ja", kind: "line", isOptional: true }]);
  fireEvent.submit(form);
  fireEvent.submit(form);
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(create).toHaveBeenCalledTimes(1);
});

it("shows all faults together, names the range, and focuses the first invalid field", async () => {
  const form = await open(kinds.courses.filter(({ name }) => ["title_ja", "title_en", "price"].includes(name)));
  const price = screen.getByLabelText(/価格/);
  fireEvent.change(price, { target: { value: "10000001" } });
  fireEvent.submit(form);
  await waitFor(() => expect(screen.getByLabelText(/名称（日本語）/)).toHaveFocus());
  expect(screen.getByLabelText(/名称（英語）/)).toBeInvalid();
  expect(screen.getByText("0〜10,000,000の整数を入力してください。")).toBeVisible();
  expect(create).not.toHaveBeenCalled();
});

it("focuses an invalid list of choices", async () => {
  const form = await open([{ name: "operation", kind: "choice" }, ...kinds.courses.slice(1, 2)]);
  fireEvent.submit(form);
  await waitFor(() => expect(screen.getByRole("combobox")).toHaveFocus());
});

it("names a lost connection, and keeps the input", async () => {
  const form = await open([{ name: "title_ja", kind: "line", isOptional: true }]);
  fireEvent.change(screen.getByLabelText(/名称（日本語）/), { target: { value: "おまかせ" } });
  create.mockRejectedValue(new api.NetworkError());
  fireEvent.submit(form);
  expect(await screen.findByText("通信できませんでした。接続を確認して、もう一度お試しください。")).toBeVisible();
  expect(screen.getByLabelText(/名称（日本語）/)).toHaveValue("おまかせ");
});

it("focuses the field that the server rejected", async () => {
  const form = await open([
    { name: "title_ja", kind: "line", isOptional: true },
    { name: "title_en", kind: "line", isOptional: true },
  ]);
  create.mockRejectedValue(new HttpError("Unprocessable", 422, { errors: { title_en: "使えない文字があります" } }));
  fireEvent.submit(form);
  await waitFor(() => expect(screen.getByLabelText(/名称（英語）/)).toHaveFocus());
  expect(screen.getByText("使えない文字があります")).toBeVisible();
});
