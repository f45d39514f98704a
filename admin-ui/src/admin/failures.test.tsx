import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import AdminFeaturesPage from "./features/AdminFeaturesPage";
import AdminOperationSlotsPage from "./operation-slots/AdminOperationSlotsPage";
import AdminRiskySettingsPage from "./risky-settings/AdminRiskySettingsPage";

/** Messages of each page for a failed write (admin §8). */

const FEATURES = { id: 5, flags: [{ name: "show_gold_users", is_on: false }] };
const RISKY = {
  settings: [
    {
      name: "cutoff_hours",
      scope: "operation",
      of: "dinner",
      of_label: "ディナー",
      value: 24,
      min: 0,
      max: 720,
      choices: [],
    },
  ],
};
const days = { monday: 1, tuesday: 1, wednesday: 1, thursday: 1, friday: 2, saturday: 2, sunday: 0, holiday: 3 };
const CIRCLES = {
  calendar_operation_slots: {
    dinner: {
      header: { is_spot_detection_by_starts_at: false },
      rows: [{ id: 1, inventory_group_id: 7, start_time: "18:00", end_time: "20:00", ...days }],
    },
  },
  cos_types: { dinner: "manual" },
  inventory_groups: [{ id: 7, items: 8, title: "カウンター" }],
  operations: [{ name: "dinner", label: "ディナー", start: "17:00", end: "22:00" }],
};

let send: ReturnType<typeof vi.fn<() => Promise<unknown>>>;
beforeEach(() => {
  send = vi.fn<() => Promise<unknown>>();
  send.mockRejectedValue(new api.ApiError({ status: 500 }));
  vi.spyOn(api, "send").mockImplementation(send as never);
});

const agree = async (title: string, button: string) => {
  const question = await screen.findByRole("alertdialog", { name: title });
  await userEvent.click(within(question).getByRole("button", { name: button }));
};

it("a rejected feature switch shows the failure and goes back; an accepted one shows the success", async () => {
  const user = userEvent.setup();
  const page = await openPage("/", "/", <AdminFeaturesPage />, FEATURES);
  const toggle = await screen.findByRole("switch", { name: "ゴールド会員の表示" });
  await user.click(toggle);
  expect(await screen.findByRole("alert")).toHaveTextContent("更新に失敗しました");
  await waitFor(() => expect(toggle).not.toBeChecked());

  send.mockResolvedValue({ status: 200 });
  page.answer({ ...FEATURES, flags: [{ name: "show_gold_users", is_on: true }] });
  await user.click(toggle);
  expect(await screen.findByText("更新しました")).toBeVisible();
  await waitFor(() => expect(toggle).toBeChecked());
  expect(send).toHaveBeenLastCalledWith("PUT", "/admin/api/r/{slug}/restaurant_feature_availabilities/{id}", {
    path: { slug: "sushi-kagura", id: 5 },
    body: { restaurant_feature_availability: { show_gold_users: true } },
  });
});

it("a rejected risky setting shows the failure, and keeps the reason", async () => {
  const user = userEvent.setup();
  await openPage("/", "/", <AdminRiskySettingsPage />, RISKY);
  const name = "ディナー 予約の締切（来店の何時間前）";
  await user.click(await screen.findByRole("button", { name: `${name}を変更する` }));
  const dialog = screen.getByRole("dialog");
  const value = within(dialog).getByRole("textbox", { name: "新しい値" });
  fireEvent.change(value, { target: { value: "48" } });
  await user.click(within(dialog).getByRole("button", { name: "内容を確認する" }));
  const question = within(await screen.findByRole("dialog", { name: `${name}を変更しますか？` }));
  await user.type(question.getByRole("textbox", { name: /理由/ }), "店舗からの依頼");
  await user.type(question.getByLabelText(/現在のパスワード/), "Seki-2026");
  await user.click(question.getByRole("button", { name: "変更する" }));
  expect(await screen.findByText("更新に失敗しました。")).toBeInTheDocument();
  expect(question.getByRole("textbox", { name: /理由/ })).toHaveValue("店舗からの依頼");

  send.mockResolvedValue({ status: 200 });
  await user.click(question.getByRole("button", { name: "変更する" }));
  expect(await screen.findByText("更新しました。")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("red circles that were not saved show the failure, and keep the input", async () => {
  const user = userEvent.setup();
  await openPage("/", "/", <AdminOperationSlotsPage />, CIRCLES);
  const monday = await screen.findByRole("textbox", { name: "月" });
  fireEvent.change(monday, { target: { value: "4" } });
  await user.click(screen.getByRole("button", { name: "変更を確定する" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("赤丸の作成に失敗しました。もう一度お試しください。");
  expect(monday).toHaveValue("4");
  expect(send).toHaveBeenLastCalledWith("POST", "/admin/api/r/{slug}/calendar_operation_slots", expect.anything());

  send.mockResolvedValue({ status: 200 });
  await user.click(screen.getByRole("button", { name: "変更を確定する" }));
  expect(await screen.findByText("赤丸を編集しました。")).toBeVisible();
});

it("red circles that were not reset show the failure", async () => {
  const user = userEvent.setup();
  await openPage("/", "/", <AdminOperationSlotsPage />, CIRCLES);
  await user.click(await screen.findByRole("button", { name: "ディナーの赤丸を初期化する" }));
  await agree("ディナーの赤丸を初期化しますか？", "初期化する");
  expect(await screen.findByText("赤丸の初期化に失敗しました。もう一度お試しください。")).toBeInTheDocument();
  expect(send).toHaveBeenLastCalledWith("DELETE", "/admin/api/r/{slug}/calendar_operation_slots", {
    path: { slug: "sushi-kagura" },
    query: { operation: "dinner" },
  });
});
