import { readFileSync } from "node:fs";
import { join } from "node:path";
import { flatten } from "@seki/shared/testing";
import { waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderSite } from "@/testing/render-site";

/** The pages' own titles, by the server's names of the pages. */
const TITLES = {
  home: "home.title",
  review: "review.title",
  sign_up: "sign_up.title",
  sign_in: "sign_in.title",
  password_new: "security.reset_title",
  confirm_email: "after_registration.confirm_title",
  upcoming_reservations: "reservations.title",
  payment_histories: "receipts.title",
  customers: "favorites.title",
  profile: "profile.title",
  account: "account.title",
  email_edit: "email_edit.title",
  phone_edit: "phone.edit.title",
  account_deletion: "deletion.title",
  interest_tags: "interests.title",
  help: "menu.help",
  raffle: "raffle_page.title",
  preferred: "preferred.title",
} as const;

function titlesOfTheServer(locale: string): Record<string, string> {
  const file = join(import.meta.dirname, `../../domain/locales/${locale}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
}

const texts = {
  ja: [import("./i18n/ja"), import("./i18n/ja/later")],
  en: [import("./i18n/en"), import("./i18n/en/later")],
};

describe.each(["ja", "en"] as const)("(%s) a page has the server's title", (locale) => {
  const titles = titlesOfTheServer(locale);
  it.each(Object.entries(TITLES))("%s", async (name, key) => {
    const own = new Map((await Promise.all(texts[locale])).flatMap((each) => [...flatten(each.texts)]));
    expect(own.get(key)).toBe(titles[`pages.${name}.title`]);
  });
});

it.each([
  ["/", "日本の名店を予約する | Seki"],
  ["/r/sushi-kagura", "鮨かぐら | Seki"],
  ["/r/sushi-kagura/reservations/rsv_new/review", "予約内容の確認 | Seki"],
])("%s has the title %s", async (address, title) => {
  await renderSite(address);
  await waitFor(() => expect(document.title).toBe(title));
});
