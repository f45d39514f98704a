import { screen } from "@testing-library/react";
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
