import { screen, waitFor, within } from "@testing-library/react";
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

const HIDE = "POST /users/api/customers/hide";
const aFavorite = (part: Parameters<typeof aCard>[0] = {}) => ({
  ...aCard({ favorited: true, ...part }),
  customer_id: 7,
  notifications,
});

it.each([
  ["ja", "鮨かぐらをお気に入りから外す", "鮨かぐらを元に戻す", "お気に入りから外しました。"],
  ["en", "Remove 鮨かぐら from favourites", "Undo: add 鮨かぐら again", "Removed from your favourites."],
] as const)("(%s) removes a favourite, and adds it again", async (locale, remove, undo, said) => {
  const user = userEvent.setup();
  await renderSite("/users/customers", { locale, pages: { customers: { restaurants: [aFavorite()] } } });
  await user.click(screen.getByRole("button", { name: remove }));
  expect(await screen.findByText(said)).toBeVisible();
  expect(screen.getByRole("link", { name: "鮨かぐら" }), "the card stays").toBeVisible();
  await user.click(screen.getByRole("button", { name: undo }));
  await waitFor(() => expect(screen.getByRole("button", { name: remove })).toBeVisible());
});

/** Without an answer about mails, the undo sends none. */
it.each([
  [true, { shop_notification: true, is_undo: true }],
  [false, { shop_notification: false, is_undo: true }],
  [null, { is_undo: true }],
])("an undo restores the consent %s", async (shop_notification, customer) => {
  const user = userEvent.setup();
  const answers = { [HIDE]: [{ status: 200, body: { favorited: false, shop_notification } }] };
  const { calls } = await renderSite("/users/customers", {
    pages: { customers: { restaurants: [aFavorite()] } },
    answers,
  });
  await user.click(screen.getByRole("button", { name: "鮨かぐらをお気に入りから外す" }));
  await user.click(await screen.findByRole("button", { name: "鮨かぐらを元に戻す" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "鮨かぐらをお気に入りから外す" })).toBeVisible());
  const sent = calls.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]);
  expect(sent).toEqual([
    ["/users/api/customers/hide", { restaurant_slug: "sushi-kagura" }],
    ["/users/api/customers", { restaurant_slug: "sushi-kagura", customer }],
  ]);
});

it("shows a removed favourite as removed: no heart, and no mail settings", async () => {
  const user = userEvent.setup();
  await renderSite("/users/customers", { pages: { customers: { restaurants: [aFavorite()] } } });
  const item = screen.getByRole("link", { name: "鮨かぐら" }).closest("li");
  const card = within(item as HTMLElement);
  expect(card.getByText("お気に入り登録済み")).toBeInTheDocument();
  await user.click(card.getByRole("button", { name: "鮨かぐらをお気に入りから外す" }));
  await card.findByText("お気に入りから外しました。");
  expect(card.queryByText("お気に入り登録済み")).toBeNull();
  expect(card.queryByRole("button", { name: /通知の設定/ })).toBeNull();
});

it("keeps removed favourites when the settings of another one are saved", async () => {
  const user = userEvent.setup();
  const restaurants = [aFavorite(), { ...aFavorite({ slug: "soba", restaurant_name: "蕎麦" }), customer_id: 8 }];
  const saved = { status: 200, body: { message: "設定を更新しました。" } };
  const { world } = await renderSite("/users/customers", {
    pages: { customers: { restaurants } },
    answers: { "PATCH /users/api/customers/8": [saved] },
  });
  await user.click(screen.getByRole("button", { name: "鮨かぐらをお気に入りから外す" }));
  await screen.findByRole("button", { name: "鮨かぐらを元に戻す" });
  // As the server would list them now.
  world.pages = { customers: { restaurants: restaurants.slice(1) } };
  const bell = screen.getByRole("button", { name: "通知の設定（蕎麦）" });
  await user.click(bell);
  const dialog = within(await screen.findByRole("dialog"));
  const boxes = dialog.getAllByRole("checkbox");
  await user.click(boxes[0]!);
  await user.click(dialog.getByRole("button", { name: "保存する" }));
  expect(await screen.findByText("設定を更新しました。")).toBeVisible();
  expect(screen.getByRole("button", { name: "鮨かぐらを元に戻す" })).toBeVisible();
  await user.click(bell);
  expect(within(await screen.findByRole("dialog")).getAllByRole("checkbox")[0]).toBeChecked();
});

/** Opens the mail settings of a favourite. */
async function openSettings(visitor: "kenji" | "hanako") {
  const user = userEvent.setup();
  const { calls } = await renderSite("/users/customers", {
    visitor,
    pages: { customers: { restaurants: [aFavorite()] } },
    answers: { "PATCH /users/api/customers/7": [{ status: 200, body: { message: "設定を更新しました。" } }] },
  });
  await user.click(screen.getByRole("button", { name: "通知の設定（鮨かぐら）" }));
  const dialog = within(await screen.findByRole("dialog"));
  const save = async () => {
    await user.click(dialog.getByRole("button", { name: "保存する" }));
    await screen.findByText("設定を更新しました。");
    return calls.find(({ method }) => method === "PATCH")?.body;
  };
  return { user, dialog, save };
}

//
it("lets a subscriber take a restaurant out of the premium calendar", async () => {
  const { user, dialog, save } = await openSettings("kenji");
  const box = dialog.getByRole("checkbox", { name: "プレミアムカレンダーに表示する" });
  expect(box).toBeChecked();
  await user.click(box);
  expect(await save()).toEqual({
    online_customer: {
      subscribe_to_announcements: false,
      subscribe_to_standby: true,
      show_in_premium_calendar: false,
    },
  });
});

it("neither offers nor sends the premium calendar without a subscription", async () => {
  const { dialog, save } = await openSettings("hanako");
  expect(dialog.queryByRole("checkbox", { name: "プレミアムカレンダーに表示する" })).toBeNull();
  expect(await save()).toEqual({
    online_customer: { subscribe_to_announcements: false, subscribe_to_standby: true },
  });
});
