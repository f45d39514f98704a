import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { BulkGroupForm } from "./BulkGroupForm";
import { noFilter } from "./model/filter";

const noop = () => undefined;

async function refuseWith(fields: Record<string, string>) {
  vi.spyOn(window, "confirm").mockReturnValue(true);
  const problem = { status: 422, message: "入力内容が正しくありません。", fields };
  vi.spyOn(api, "send").mockRejectedValue(new api.ApiError(problem));
  const flash = vi.spyOn(api, "showFlash").mockReturnValue();
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")}>
      <BulkGroupForm
        filter={noFilter}
        groups={[{ id: 7, label: "常連", label_short: "常", customers_count: 3 }]}
        selected={new Set([1])}
        total={20}
        onDone={noop}
      />
    </CoreAdminContext>,
  );
  fireEvent.change(screen.getByLabelText("変更後のグループ"), { target: { value: "7" } });
  fireEvent.click(screen.getByRole("button", { name: "一括変更する" }));
  await waitFor(() => expect(api.send).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(screen.getByRole("button", { name: "一括変更する" })).toBeEnabled());
  return flash;
}

it("shows only a button until a customer is chosen or the button is pressed", async () => {
  const i18nProvider = await loadTexts("ja");
  const form = (selected: number[]) => (
    <CoreAdminContext i18nProvider={i18nProvider}>
      <BulkGroupForm filter={noFilter} groups={[]} selected={new Set(selected)} total={20} onDone={noop} />
    </CoreAdminContext>
  );
  const { rerender } = render(form([]));
  const title = screen.getByRole("button", { name: "顧客グループの一括変更" });
  expect(screen.queryByLabelText("変更後のグループ")).toBeNull();
  rerender(form([1]));
  expect(screen.getByLabelText("変更後のグループ")).toBeVisible();
  expect(screen.getByLabelText("変更後のグループ"), "the focus stays in the list").not.toHaveFocus();
  rerender(form([]));
  expect(title.isConnected).toBe(false);
  const again = screen.getByRole("button", { name: "顧客グループの一括変更" });
  expect(again).not.toHaveAttribute("aria-expanded");
  fireEvent.click(again);
  expect(screen.getByLabelText("変更後のグループ"), "the focus replaces the button's").toHaveFocus();
  expect(screen.getByRole("checkbox", { name: /検索結果の全員/ })).toBeInTheDocument();
});

it("shows the error of the group at its field until another group is chosen", async () => {
  const flash = await refuseWith({ customer_group_id: "グループを選択してください。" });
  const group = screen.getByLabelText("変更後のグループ");
  expect(group).toHaveAccessibleDescription("グループを選択してください。");
  expect(group).toBeInvalid();
  expect(flash, "no additional general message").not.toHaveBeenCalled();
  fireEvent.change(group, { target: { value: "999" } });
  expect(group).toBeValid();
});

it("shows an error of the chosen customers", async () => {
  const flash = await refuseWith({ customer_ids: "見つかりません。" });
  expect(flash).toHaveBeenCalledWith({ kind: "alert", message: "見つかりません。", sticky: false });
  expect(screen.getByLabelText("変更後のグループ")).toBeValid();
});

it("shows the general message without an invalid field", async () => {
  const flash = await refuseWith({});
  expect(flash).toHaveBeenCalledWith({ kind: "alert", message: "入力内容が正しくありません。", sticky: false });
});
