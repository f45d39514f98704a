import { waitFor } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { renderSite } from "@/testing/render-site";

/** Addresses of the mock by the server's names of their pages. */
const PAGES = {
  home: "/",
  review: "/r/sushi-kagura/reservations/rsv_new/review",
  sign_up: "/users/sign_up",
  sign_in: "/users/sign_in",
  password_new: "/users/password/new",
  confirm_email: "/users/after_registrations/confirm_email",
  upcoming_reservations: "/users/upcoming_reservations",
  payment_histories: "/users/profile/payment_histories",
  customers: "/users/customers",
  profile: "/users/profile",
  account: "/users/profile/account",
  email_edit: "/users/profile/account/email/edit",
  phone_edit: "/users/profile/account/tel/edit",
  account_deletion: "/users/profile/deletion",
  interest_tags: "/users/interest_tags",
  raffle: "/raffle",
  preferred: "/users/preferred",
} as const;

function titlesOfTheServer(locale: string): Record<string, string> {
  const file = join(import.meta.dirname, `../../domain/locales/${locale}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
}

describe.each(["ja", "en"] as const)("(%s) a page has the name that the server gave it, and one suffix", (locale) => {
  const titles = titlesOfTheServer(locale);
  it.each(Object.entries(PAGES))("%s", async (name, address) => {
    await renderSite(address, { locale });
    await waitFor(() => expect(document.title).toBe(`${titles[`pages.${name}.title`]} | Seki`));
  });
});

it.each([
  ["/", "日本の名店を予約する | Seki"],
  ["/r/sushi-kagura", "鮨かぐら | Seki"],
  ["/r/sushi-kagura/reservations/rsv_new/review", "予約内容の確認 | Seki"],
])("%s is called %s", async (address, title) => {
  await renderSite(address);
  await waitFor(() => expect(document.title).toBe(title));
});
