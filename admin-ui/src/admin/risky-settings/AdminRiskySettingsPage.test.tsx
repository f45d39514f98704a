import { fireEvent, screen, within, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import AdminRiskySettingsPage from "./AdminRiskySettingsPage";

const CUTOFF = {
  name: "cutoff_hours",
  scope: "operation",
  of: "dinner",
  of_label: "ディナー",
  value: 24,
  min: 0,
  max: 8760,
  choices: [],
};

// F197
it("shows why a change has failed, and stays open for a retry", async () => {
  const user = userEvent.setup();
  const refused = new api.ApiError({ status: 422, message: "いまは変更できません。" });
  const send = vi.spyOn(api, "send").mockRejectedValue(refused);
  const page = await openPage("/", "/", <AdminRiskySettingsPage />, { settings: [CUTOFF] });
  await user.click(await screen.findByRole("button", { name: /を変更する$|変更する/ }));
  fireEvent.change(screen.getByRole("textbox", { name: "新しい値" }), { target: { value: "48" } });
  await user.click(screen.getByRole("button", { name: "内容を確認する" }));
  const question = within(await screen.findByRole("dialog", { name: /変更しますか/ }));
  expect(question.getByText("24 → 48")).toBeVisible();
  const agree = question.getByRole("button", { name: "変更する" });
  expect(agree, "without a reason and a proof").toBeDisabled();
  await user.type(question.getByLabelText(/理由/), "電話でのご依頼");
  await user.type(question.getByLabelText(/現在のパスワード/), "Seki-2026");
  await user.click(agree);
  expect(await screen.findByText("更新に失敗しました。")).toBeVisible();
  expect(await screen.findByText("いまは変更できません。")).toBeVisible();
  expect(page.reads()).toBe(1);

  send.mockResolvedValue({ status: 200 } as never);
  await user.click(agree);
  expect(await screen.findByText("更新しました。")).toBeVisible();
  expect(screen.queryByText("更新に失敗しました。"), "the former failure").toBeNull();
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "新しい値" })).toBeNull());
  expect(send).toHaveBeenCalledTimes(2);
  expect(send).toHaveBeenLastCalledWith("PUT", "/admin/api/r/{slug}/restaurant_dengerous_settings", {
    path: { slug: "sushi-kagura" },
    body: {
      restaurant: { cutoff_hours: { operation: "dinner", value: 48 } },
      expected: { cutoff_hours: 24 },
      reason: "電話でのご依頼",
      current_password: "Seki-2026",
    },
  });
});

// G311
it("shows the value of another admin before it is replaced", async () => {
  const user = userEvent.setup();
  const code = "edited_meanwhile";
  const problem = { status: 409, code, message: "ほかの方が変更しました。", current: { fields: { cutoff_hours: 36 } } };
  vi.spyOn(api, "send").mockRejectedValue(new api.ApiError(problem as never));
  const page = await openPage("/", "/", <AdminRiskySettingsPage />, { settings: [CUTOFF] });
  await user.click(await screen.findByRole("button", { name: /変更する/ }));
  fireEvent.change(screen.getByRole("textbox", { name: "新しい値" }), { target: { value: "48" } });
  await user.click(screen.getByRole("button", { name: "内容を確認する" }));
  const question = within(await screen.findByRole("dialog", { name: /変更しますか/ }));
  fireEvent.change(question.getByLabelText(/理由/), { target: { value: "電話でのご依頼" } });
  fireEvent.change(question.getByLabelText(/現在のパスワード/), { target: { value: "Seki-2026" } });
  page.answer({ settings: [{ ...CUTOFF, value: 36 }] });
  await user.click(question.getByRole("button", { name: "変更する" }));
  expect(await screen.findByText("ほかの方が変更しました。")).toBeVisible();
  expect(await screen.findByText("36 → 48")).toBeVisible();
});

// G220
it("shows the settings without buttons to an admin without the permission", async () => {
  await openPage("/", "/", <AdminRiskySettingsPage />, { settings: [CUTOFF] }, { risky_settings: false });
  expect(await screen.findByText("24")).toBeVisible();
  expect(screen.queryByRole("button", { name: /変更する/ })).toBeNull();
});
