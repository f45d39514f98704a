import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import AdminOperationSlotsPage from "./AdminOperationSlotsPage";

const days = { monday: 1, tuesday: 1, wednesday: 1, thursday: 1, friday: 2, saturday: 2, sunday: 0, holiday: 3 };
const PAGE = {
  operations: [{ name: "dinner", label: "ディナー", start: "17:00", end: "22:00" }],
  inventory_groups: [{ id: 7, title: "カウンター", items: 8 }],
  calendar_operation_slots: {
    dinner: {
      header: { is_spot_detection_by_starts_at: false },
      rows: [{ id: 1, inventory_group_id: 7, start_time: "18:00", end_time: "20:00", ...days }],
    },
  },
  cos_types: { dinner: "manual" },
};
const refuse = () => vi.spyOn(api, "send").mockRejectedValue(new api.ApiError({ status: 422, message: "理由" }));

const open = () => openPage("/", "/", <AdminOperationSlotsPage />, PAGE);
const monday = () => screen.findByRole("textbox", { name: "月" });
const confirm = () => screen.getByRole("button", { name: "変更を確定する" });

// F192
it("reports that red circles were not saved, and keeps the input", async () => {
  const user = userEvent.setup();
  const send = refuse();
  const page = await open();
  fireEvent.change(await monday(), { target: { value: "5" } });
  await user.click(confirm());
  expect(await screen.findByText("赤丸の作成に失敗しました。もう一度お試しください。")).toBeVisible();
  expect(await monday()).toHaveValue("5");
  expect(page.reads()).toBe(1);

  send.mockResolvedValue({ status: 200 } as never);
  await user.click(confirm());
  expect(await screen.findByText("赤丸を編集しました。")).toBeVisible();
  expect(send).toHaveBeenCalledTimes(2);
  expect(page.reads()).toBe(2);
});

// G311
it("keeps the input if another admin has saved the same meal, and sends what it showed", async () => {
  const user = userEvent.setup();
  const current = { fields: { dinner: null } };
  const problem = { status: 409, code: "edited_meanwhile", message: "変更されました", current };
  const send = vi.spyOn(api, "send").mockRejectedValue(new api.ApiError(problem as never));
  const page = await open();
  fireEvent.change(await monday(), { target: { value: "5" } });
  page.answer({ ...PAGE, calendar_operation_slots: {}, cos_types: {} });
  await user.click(confirm());
  expect(await screen.findByText(/ほかの方が赤丸を変更しました/)).toBeVisible();
  await waitFor(() => expect(page.reads()).toBe(2));
  await waitFor(() => expect(screen.getByRole("button", { name: "ディナーの赤丸を初期化する" })).toBeDisabled());
  await waitFor(() => expect(confirm()).toBeEnabled());
  expect(await monday()).toHaveValue("5");
  await user.click(confirm());
  const { dinner } = PAGE.calendar_operation_slots;
  const expected = send.mock.calls.map(
    ([, , call]) => (call as unknown as { body: { expected: object } }).body.expected,
  );
  expect(expected).toEqual([{ dinner }, { dinner: null }]);
});

it("reports that red circles were not reset", async () => {
  const user = userEvent.setup();
  const send = refuse();
  await open();
  await user.click(await screen.findByRole("button", { name: "ディナーの赤丸を初期化する" }));
  const question = await screen.findByRole("alertdialog", { name: "ディナーの赤丸を初期化しますか？" });
  await user.click(within(question).getByRole("button", { name: "初期化する" }));
  expect(await screen.findByText("赤丸の初期化に失敗しました。もう一度お試しください。")).toBeVisible();
  expect(send).toHaveBeenCalledExactlyOnceWith("DELETE", "/admin/api/r/{slug}/calendar_operation_slots", {
    path: { slug: "sushi-kagura" },
    query: { operation: "dinner" },
  });
  expect(await monday()).toHaveValue("1");
});
