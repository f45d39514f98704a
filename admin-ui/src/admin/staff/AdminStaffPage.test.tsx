import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import * as consoleApi from "@/console/api";
import { openPage } from "@/admin/testing/open-page";
import AdminStaffPage from "./AdminStaffPage";

const CHEF = {
  id: 7,
  email: "chef@seki.test",
  nickname: "親方",
  role: "owner",
  has_second_factor: true,
  last_seen_at: null,
  is_self: false,
};
const PAGE = { slug: "sushi-kagura", restaurant_name: "鮨かぐら", staff: [CHEF], invitations: [], makes_owners: true };

async function open(page: object, flags?: object) {
  vi.spyOn(consoleApi, "useShell").mockReturnValue({ locale: "ja" } as never);
  return openPage("/", "/", <AdminStaffPage />, page, flags);
}

// G220
it("a removal is sent with a reason and a proof, and a rejection keeps the dialog", async () => {
  const user = userEvent.setup();
  const fields = { current_password: "パスワードが違います。" };
  const refused = new api.ApiError({ status: 422, message: fields.current_password, fields });
  const send = vi.spyOn(api, "send").mockRejectedValueOnce(refused);
  const page = await open(PAGE);
  await user.click(await screen.findByRole("button", { name: "親方さんを削除" }));
  const dialog = within(await screen.findByRole("dialog"));
  const agree = dialog.getByRole("button", { name: "削除" });
  expect(agree).toBeDisabled();
  await user.type(dialog.getByLabelText(/理由/), "退職のため");
  await user.type(dialog.getByLabelText(/現在のパスワード/), "Wrong-2026");
  await user.click(agree);
  await waitFor(() =>
    expect(dialog.getByLabelText(/現在のパスワード/)).toHaveAccessibleDescription(fields.current_password),
  );
  send.mockResolvedValue({ status: 200, message: "削除しました。" } as never);
  await user.click(agree);
  await waitFor(() => expect(page.reads()).toBe(2));
  expect(send).toHaveBeenLastCalledWith("DELETE", "/admin/api/r/{slug}/staff/{id}", {
    path: { slug: "sushi-kagura", id: "7" },
    body: { reason: "退職のため", current_password: "Wrong-2026" },
  });
});

it("an invitation asks for the reason and the proof in its own form", async () => {
  const user = userEvent.setup();
  const send = vi.spyOn(api, "send").mockResolvedValue({ status: 200, message: "招待しました。" } as never);
  await open(PAGE);
  await user.click(await screen.findByRole("button", { name: /招待/ }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText(/メールアドレス/), "mei@seki.test");
  await user.type(dialog.getByLabelText(/名前/), "芽衣");
  await user.type(dialog.getByLabelText(/理由/), "新しい店長");
  await user.click(dialog.getByRole("button", { name: "認証コードで確認する" }));
  await user.type(dialog.getByLabelText(/^認証コード/), "123456");
  await user.click(dialog.getByRole("button", { name: "招待を送る" }));
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(send.mock.calls[0]?.[2]).toEqual({
    path: { slug: "sushi-kagura" },
    body: { email: "mei@seki.test", nickname: "芽衣", role: "staff", reason: "新しい店長", code: "123456" },
  });
});

it("without the permission the list has no buttons", async () => {
  await open({ ...PAGE, makes_owners: false }, { staff: false });
  expect(await screen.findByText("親方")).toBeVisible();
  expect(screen.queryByRole("button", { name: /招待|削除/ })).toBeNull();
});
