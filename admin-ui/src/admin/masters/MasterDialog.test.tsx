import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
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

/** Opens the form of a saved record. `update` is the call that saves it. */
async function edit(record: object, update: DataProvider["update"]): Promise<HTMLFormElement> {
  vi.spyOn(api, "showFlash").mockImplementation(() => undefined);
  const getOne = vi.fn<() => Promise<object>>().mockResolvedValue({ data: record });
  const { operations } = kinds;
  render(
    <CoreAdminContext
      i18nProvider={await loadTexts("ja")}
      queryClient={new QueryClient()}
      dataProvider={{ getOne, update } as unknown as DataProvider}
    >
      {onPage(
        <MasterDialog
          resource="operations"
          fields={operations}
          choices={{}}
          title="編集"
          id="dinner"
          onClose={close}
        />,
      )}
    </CoreAdminContext>,
  );
  await screen.findByDisplayValue("22:00");
  return screen.getByRole("dialog").querySelector("form")!;
}

const DINNER = {
  id: "dinner",
  name: "dinner",
  opens_at: "17:00",
  closes_at: "22:00",
  default_stay_minutes: 120,
  cutoff_hours: 24,
  is_active: true,
};

it("saves only the changed fields, and asks before it replaces another admin's value", async () => {
  const update = vi.fn<(resource: string, params: { data: object }) => Promise<{ data: object }>>();
  const form = await edit(DINNER, update as unknown as DataProvider["update"]);
  const current = { fields: { closes_at: "23:00" } };
  const errors = { closes_at: "ほかの方が先に変更しました。" };
  update.mockRejectedValueOnce(new HttpError("確認してください", 409, { code: "edited_meanwhile", current, errors }));
  const end = screen.getByDisplayValue("22:00");
  fireEvent.change(end, { target: { value: "21:00" } });
  fireEvent.submit(form);
  const conflict = await screen.findByRole("alert", { name: /ほかの方/ });
  expect(update.mock.calls[0]?.[1].data).toEqual({ closes_at: "21:00", expected: { closes_at: "22:00" } });
  expect(conflict).toHaveTextContent("23:00");
  expect(end).toHaveValue("21:00");
  expect(screen.getByRole("button", { name: "保存する" })).toBeDisabled();
  fireEvent.click(within(conflict).getByRole("button", { name: "自分の入力を残す" }));
  update.mockResolvedValue({ data: DINNER });
  fireEvent.submit(form);
  await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
  expect(update.mock.calls[1]?.[1].data).toEqual({ closes_at: "21:00", expected: { closes_at: "23:00" } });
});
