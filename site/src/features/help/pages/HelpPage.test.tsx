import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderSite } from "@/testing/render-site";

it.each([
  ["ja", "ヘルプ", "キャンセルするにはどうしますか", "お問い合わせ"],
  ["en", "Help", "How do I cancel?", "Contact"],
] as const)(
  "(%s) answers a dozen questions, with links, and leads to the contact",
  async (locale, title, question, contact) => {
    await renderSite("/help", { locale, visitor: "guest" });
    expect(screen.getByRole("heading", { level: 1, name: title })).toBeVisible();
    const main = within(screen.getByRole("main"));
    expect(main.getAllByRole("heading", { level: 2 }).length).toBeGreaterThanOrEqual(12);
    const answer = within(main.getByRole("region", { name: question }));
    expect(answer.getByRole("link")).toHaveAttribute("href", "/users/upcoming_reservations");
    expect(main.getByRole("link", { name: contact })).toHaveAttribute("href", "/legal/contact");
    for (const link of main.getAllByRole("link")) expect(link).not.toHaveTextContent(/^$/);
  },
);
