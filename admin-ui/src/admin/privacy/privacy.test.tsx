import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import AdminPrivacySubjectPage from "./AdminPrivacySubjectPage";

const GUEST = {
  kind: "guests",
  uid: "g1",
  name: "山本 太郎",
  email: null,
  phone: "09012345678",
  restaurant_name: "鮨かぐら",
  created_at: "2026-11-21T10:00:00+09:00",
  erased_at: null,
};
const PAGE = {
  person: GUEST,
  holdings: [{ table: "reservations", rows: 3, fate: "anonymised" }],
  obstacles: [],
  can_export: true,
  can_erase: true,
};
const DONE = { status: 200, message: "個人情報を消去しました。" } as never;

const open = (data: object) => openPage("/", "/", <AdminPrivacySubjectPage />, data);

it("the erasure names the person and what remains, and is sent with its reason and a proof", async () => {
  const user = userEvent.setup();
  const send = vi.spyOn(api, "send").mockResolvedValue(DONE);
  await open(PAGE);
  expect(await screen.findByText("個人情報なしで残る")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "消去する…" }));
  const dialog = within(await screen.findByRole("dialog", { name: /個人情報を消去する/ }));
  expect(dialog.getByText(/山本 太郎（鮨かぐら · 090-1234-5678）の情報を消去します/)).toBeVisible();
  expect(dialog.getByText(/店舗の会計のために残るもの/)).toBeVisible();
  const submit = dialog.getByRole("button", { name: "消去する" });
  expect(submit).toBeDisabled();
  await user.selectOptions(dialog.getByLabelText(/理由/), "person");
  await user.type(dialog.getByLabelText(/受付番号/), "2026-07");
  await user.type(dialog.getByLabelText(/現在のパスワード/), "Seki-2026");
  await user.click(submit);
  expect(send).toHaveBeenCalledExactlyOnceWith("DELETE", "/admin/privacy/{kind}/{uid}", {
    path: { kind: "guests", uid: "g1" },
    body: { reason: "person", reference: "2026-07", current_password: "Seki-2026" },
  });
  expect(await screen.findByText("another page")).toBeVisible();
});

// G220
it("the export is requested with a reason and a proof", async () => {
  const user = userEvent.setup();
  const send = vi.spyOn(api, "send").mockResolvedValue({ account: {} } as never);
  const saved = vi.fn<() => string>(() => "blob:file");
  Object.assign(URL, { createObjectURL: saved, revokeObjectURL: vi.fn<() => void>() });
  await open(PAGE);
  await user.click(await screen.findByRole("button", { name: "書き出す" }));
  const dialog = within(await screen.findByRole("dialog", { name: "書き出す" }));
  expect(dialog.getByText(/山本 太郎/)).toBeVisible();
  const agree = dialog.getByRole("button", { name: "書き出す" });
  expect(agree).toBeDisabled();
  await user.type(dialog.getByLabelText(/理由/), "書面でのご請求");
  await user.type(dialog.getByLabelText(/現在のパスワード/), "Seki-2026");
  await user.click(agree);
  expect(send).toHaveBeenCalledExactlyOnceWith("POST", "/admin/privacy/{kind}/{uid}/export", {
    path: { kind: "guests", uid: "g1" },
    body: { reason: "書面でのご請求", current_password: "Seki-2026" },
  });
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
});

it("an obstacle is named, and disables the erasure", async () => {
  const records = [
    {
      label: "予約 BCDF2345（鮨かぐら）",
      action: "予約のページでキャンセルしてください。",
      path: "/admin/reservations/r1",
    },
    { label: "異議申し立て中の決済 dp_1", action: "カード会社の判断をお待ちください。", path: null },
  ];
  await open({ ...PAGE, obstacles: [{ kind: "bookings", text: "これからのご予約があります。", records }] });
  expect(await screen.findByText("これからのご予約があります。")).toBeVisible();
  const link = screen.getByRole("link", { name: "予約 BCDF2345（鮨かぐら）" });
  expect(link).toHaveAttribute("href", "/admin/reservations/r1");
  expect(screen.getByText(/異議申し立て中の決済 dp_1: カード会社の判断/)).toBeVisible();
  expect(screen.getByRole("button", { name: "消去する…" })).toBeDisabled();
});

it("each action needs its permission", async () => {
  await open({ ...PAGE, can_export: false, can_erase: false });
  expect(await screen.findByRole("heading", { level: 1, name: "山本 太郎" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "書き出す" })).toBeNull();
  expect(screen.queryByRole("button", { name: "消去する…" })).toBeNull();
});
