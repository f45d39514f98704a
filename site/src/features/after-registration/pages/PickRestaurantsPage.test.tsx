import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { renderSite } from "@/testing/render-site";

const ADDRESS = "/users/after_registrations/pick_restaurants";
const pick = () => screen.getByRole("button", { name: /鮨かぐら/ });

describe("the restaurant picker", () => {
  it("asks a diner abroad for consent to mail before it adds a favourite", async () => {
    const user = userEvent.setup();
    const { calls, world } = await renderSite(ADDRESS, { visitor: "emma" });
    await user.click(pick());
    expect(world.favorites.size).toBe(0);
    await user.click(screen.getByRole("checkbox", { name: "お店からのお知らせメールを受け取る" }));
    await user.click(screen.getByRole("button", { name: "追加する" }));
    expect(await screen.findByRole("button", { name: /鮨かぐら/, pressed: true })).toBeVisible();
    expect(calls.at(-1)?.body).toEqual({ restaurant_slug: "sushi-kagura", customer: { shop_notification: false } });
  });

  it("leads to sign-in when the diner was signed out meanwhile", async () => {
    const user = userEvent.setup();
    const { assign, world } = await renderSite(ADDRESS);
    world.visitor = "guest";
    await user.click(pick());
    await vi.waitFor(() =>
      expect(assign).toHaveBeenCalledWith("/users/sign_in?sapm=&restaurant_slug=sushi-kagura&user_action=add_favorite"),
    );
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  });

  it("adds immediately for a diner in Japan", async () => {
    const user = userEvent.setup();
    const { calls } = await renderSite(ADDRESS);
    await user.click(pick());
    expect(await screen.findByRole("button", { name: /鮨かぐら/, pressed: true })).toBeVisible();
    expect(calls.at(-1)?.body).toEqual({ restaurant_slug: "sushi-kagura", customer: { shop_notification: true } });
  });

  it("alerts to a failure with the general text, and keeps the list", async () => {
    const user = userEvent.setup();
    const answer = { status: 500, body: { status: 500, message: "internal" } };
    await renderSite(ADDRESS, { answers: { "POST /users/api/customers": [answer] } });
    await user.click(pick());
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("問題が発生しました。");
    await user.click(screen.getByRole("button", { name: "OK" }));
    expect(screen.getByRole("button", { name: /鮨かぐら/, pressed: false })).toBeVisible();
  });
});
