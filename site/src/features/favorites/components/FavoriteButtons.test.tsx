import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { renderSite } from "@/testing/render-site";

const ADDRESS = "/r/sushi-kagura";
const add = () => screen.getByRole("button", { name: "お気に入りに追加" });

describe("the favourite button", () => {
  // F039
  it("sends a guest to sign in, and tells why", async () => {
    const user = userEvent.setup();
    const { assign } = await renderSite(ADDRESS, { visitor: "guest" });
    await user.click(add());
    expect(assign).toHaveBeenCalledWith("/users/sign_in?sapm=&restaurant_slug=sushi-kagura&user_action=add_favorite");
  });

  // F038
  it("adds at once for a diner in Japan, then speaks of priority e-mail, and removes on a second click", async () => {
    const user = userEvent.setup();
    const { world } = await renderSite(ADDRESS);
    await user.click(add());
    expect(await screen.findByRole("dialog", { name: "お気に入りに追加しました" })).toBeVisible();
    expect(world.favorites.has("sushi-kagura")).toBe(true);
    await user.click(screen.getAllByRole("button", { name: "閉じる" }).at(-1)!);
    expect(await screen.findByRole("dialog", { name: "空席のお知らせを、より早く" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "お気に入り登録済み" }));
    expect(await screen.findByRole("button", { name: "お気に入りに追加" })).toBeVisible();
    expect(world.favorites.has("sushi-kagura")).toBe(false);
  });

  it("asks a diner abroad about mail first", async () => {
    const user = userEvent.setup();
    const { calls, world } = await renderSite(ADDRESS, { visitor: "emma" });
    await user.click(add());
    expect(await screen.findByRole("dialog", { name: "お気に入りに追加" })).toBeVisible();
    expect(world.favorites.size).toBe(0);
    await user.click(screen.getByRole("checkbox", { name: "お店からのお知らせメールを受け取る" }));
    await user.click(screen.getByRole("button", { name: "追加する" }));
    expect(await screen.findByRole("button", { name: "お気に入り登録済み" })).toBeVisible();
    expect(calls.at(-1)?.body).toEqual({ restaurant_slug: "sushi-kagura", customer: { shop_notification: false } });
  });
});
