import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderSite } from "@/testing/render-site";

const ADDRESS = "/users/profile/security_settings";
const setUp = () => screen.queryByRole("button", { name: "認証アプリを登録する" });
const confirm = () => screen.queryByRole("link", { name: "メールアドレスを確認する" });

it("asks for a confirmed address before an app can be added", async () => {
  await renderSite(ADDRESS, { pages: { security_settings: { email_confirmed: false } } });
  expect(screen.getByText(/メールアドレスの確認が済むと、登録できます。/)).toBeVisible();
  expect(confirm()).toHaveAttribute("href", "/users/after_registrations/confirm_email");
  expect(setUp()).toBeNull();
});

it("offers an app to an account with a confirmed address", async () => {
  await renderSite(ADDRESS);
  expect(setUp()).toBeVisible();
  expect(confirm()).toBeNull();
});

const SWITCH = "PATCH /users/profile/security_settings.json";
const box = () => screen.getByRole("checkbox");

// F021
it.each([
  [{ status: 500, message: "internal" }, "設定を更新できませんでした。もう一度お試しください。"],
  [{ status: 422, code: "update_failed", message: "other" }, "設定を更新できませんでした。もう一度お試しください。"],
  [{ status: 422, code: "email_not_confirmed", message: "先に確認してください。" }, "先に確認してください。"],
])("shows the text of a failed switch: %o", async (body, text) => {
  const user = userEvent.setup();
  await renderSite(ADDRESS, { answers: { [SWITCH]: [{ status: body.status, body }] } });
  await user.click(box());
  expect(await screen.findByText(text)).toBeVisible();
  expect(box()).not.toBeChecked();
});
