import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { aCard } from "@/testing/builders";
import { renderSite } from "@/testing/render-site";

const notifications = {
  allow_cancellation_waiting: true,
  show_in_premium_calendar: true,
  subscribe_to_announcements: false,
  subscribe_to_standby: true,
};

it.each([
  ["ja", "鮨かぐらをお気に入りから外す", "鮨かぐらを元に戻す", "お気に入りから外しました。"],
  ["en", "Remove 鮨かぐら from favourites", "Undo: add 鮨かぐら again", "Removed from your favourites."],
] as const)("(%s) removes a favourite, and adds it again with the same mails", async (locale, remove, undo, said) => {
  const user = userEvent.setup();
  const card = { ...aCard({ favorited: true }), customer_id: 7, notifications };
  const { calls } = await renderSite("/users/customers", { locale, pages: { customers: { restaurants: [card] } } });
  await user.click(screen.getByRole("button", { name: remove }));
  expect(await screen.findByText(said)).toBeVisible();
  expect(screen.getByRole("link", { name: "鮨かぐら" }), "the card stays").toBeVisible();
  await user.click(screen.getByRole("button", { name: undo }));
  await waitFor(() => expect(screen.getByRole("button", { name: remove })).toBeVisible());
  const sent = calls.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]);
  expect(sent).toEqual([
    ["/users/api/customers/hide", { restaurant_slug: "sushi-kagura" }],
    ["/users/api/customers", { restaurant_slug: "sushi-kagura", customer: { shop_notification: false } }],
  ]);
});
