import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { aConfig } from "@/testing/builders";
import { renderSite } from "@/testing/render-site";

//
it.each([
  [
    "ja",
    "旅のコンシェルジュ",
    [
      "手配は、提携する外部の会社が行います。",
      "お申し込みいただくと、お客様の情報を提携先と共有することに同意したものとみなします。",
      "掲載店のご予約、会員特典、ふるさと納税に関することは承れません。",
    ],
  ],
  [
    "en",
    "Travel concierge",
    [
      "Arrangements are made by an external partner.",
      "By applying you agree that your information is shared with that partner.",
      "Bookings at the listed restaurants, membership benefits and hometown tax donations are not included.",
    ],
  ],
] as const)("(%s) names the partner, the consent and the scope before the call", async (locale, name, texts) => {
  await renderSite("/", { locale, config: aConfig({ concierge_phone: "03-5555-0188" }) });
  await userEvent.setup().click(screen.getByRole("button", { name }));
  const dialog = within(await screen.findByRole("dialog", { name }));
  for (const text of texts) expect(dialog.getByText(text)).toBeVisible();
  expect(dialog.getByRole("link", { name: "03-5555-0188" })).toHaveAttribute("href", "tel:03-5555-0188");
});

it("is not offered without a phone number", async () => {
  await renderSite("/", { config: aConfig({ concierge_phone: null }) });
  expect(screen.getByRole("contentinfo")).toBeVisible();
  expect(screen.queryByRole("button", { name: "旅のコンシェルジュ" })).toBeNull();
});
