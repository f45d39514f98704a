import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { aChargeRecord } from "@/testing/member-builders";
import { renderSite } from "@/testing/render-site";

const ADDRESS = "/users/profile/payment_histories";
const MAIL = "POST /users/api/customers/send_receipt";

async function openDialog(part: Parameters<typeof renderSite>[1] = {}) {
  const user = userEvent.setup();
  const { calls } = await renderSite(ADDRESS, part);
  await user.click(screen.getByRole("button", { name: "領収書・請求書を発行する" }));
  return { user, calls, dialog: within(await screen.findByRole("dialog")) };
}

// F084, F085
it("mails the receipt with the name and the purpose of the same dialog", async () => {
  const sent = { status: 200, body: { redirect_to: ADDRESS } };
  const { user, calls, dialog } = await openDialog({ answers: { [MAIL]: [sent] } });
  const name = dialog.getByRole("textbox", { name: /^宛名/ });
  await user.clear(name);
  expect(dialog.getByRole("button", { name: "領収書をメールで受け取る" })).toBeDisabled();
  await user.type(name, "席商事株式会社");
  await user.type(dialog.getByRole("textbox", { name: /^但し書き/ }), "会食代として");
  await user.click(dialog.getByRole("button", { name: "領収書をメールで受け取る" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
    receipt_email: "hanako@seki.test",
    gateway_fid: "pi_12",
    recipient_name: "席商事株式会社",
    reason: "会食代として",
  });
});

it("names the field that the server rejects", async () => {
  const fields = { recipient_name: "使えない文字があります。" };
  const refused = { status: 422, body: { status: 422, message: "入力内容が正しくありません。", fields } };
  const { user, dialog } = await openDialog({ answers: { [MAIL]: [refused] } });
  await user.click(dialog.getByRole("button", { name: "領収書をメールで受け取る" }));
  expect(await dialog.findByText("使えない文字があります。")).toBeVisible();
  await user.type(dialog.getByRole("textbox", { name: /^宛名/ }), "様");
  expect(dialog.queryByText("使えない文字があります。"), "a corrected field").toBeNull();
});

//
it("shows a mailed receipt as issued, and still issues documents", async () => {
  const charges = [aChargeRecord({ receipt_sent_at: "2026-12-02T09:00:00+09:00" })];
  const page = { charges, email: "hanako@seki.test", name: "山田 花子", total_pages: 1, current_page: 1 };
  const { user, dialog } = await openDialog({ pages: { payment_histories: page } });
  expect(dialog.getByRole("button", { name: "領収書発行済み" })).toBeDisabled();
  expect(dialog.getByRole("button", { name: "発行する" })).toBeEnabled();
  await user.selectOptions(dialog.getByRole("combobox", { name: /^書類/ }), "invoice");
  expect(dialog.queryByRole("button", { name: "領収書発行済み" })).not.toBeInTheDocument();
});
