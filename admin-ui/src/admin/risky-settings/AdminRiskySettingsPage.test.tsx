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
  const review = async () => {
    // The previous confirmation may still be fading out over the form.
    await user.click(await screen.findByRole("button", { name: "内容を確認する" }));
    const question = await screen.findByRole("alertdialog");
    expect(question).toHaveTextContent("24 → 48");
    await user.click(within(question).getByRole("button", { name: "変更する" }));
  };
  await user.click(await screen.findByRole("button", { name: /を変更する$|変更する/ }));
  fireEvent.change(screen.getByRole("textbox", { name: "新しい値" }), { target: { value: "48" } });
  await review();
  expect(await screen.findByText("更新に失敗しました。")).toBeVisible();
  expect(await screen.findByText("いまは変更できません。")).toBeVisible();
  expect(page.reads()).toBe(1);

  send.mockResolvedValue({ status: 200 } as never);
  await review();
  expect(await screen.findByText("更新しました。")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "新しい値" })).toBeNull());
  expect(send).toHaveBeenCalledTimes(2);
});
