import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { renderSite } from "@/testing/render-site";

const link = () =>
  within(screen.getByRole("navigation", { name: "メインメニュー" })).getByRole("link", { name: "ログイン" });

describe("the link to sign in", () => {
  it("returns to the page that contains it", async () => {
    const user = userEvent.setup();
    await renderSite("/r/sushi-kagura?month=2026-12", { visitor: "guest" });
    const back = "/users/sign_in?after_sign_in_url=%2Fr%2Fsushi-kagura%3Fmonth%3D2026-12";
    expect(link()).toHaveAttribute("href", back);
    await user.click(screen.getByRole("button", { name: "メニューを開く" }));
    const menu = screen.getByRole("dialog", { name: "メインメニュー" });
    expect(within(menu).getByRole("link", { name: "ログイン" })).toHaveAttribute("href", back);
  });

  it.each(["/", "/users/sign_up", "/users/password/new"])(
    "leaves the return address to the server on %s",
    async (address) => {
      await renderSite(address, { visitor: "guest" });
      expect(link()).toHaveAttribute("href", "/users/sign_in");
    },
  );
});

it("deletes the account's drafts and scroll positions with the account", async () => {
  const user = userEvent.setup();
  const { assign } = await renderSite("/users/profile");
  await user.type(screen.getByRole("textbox", { name: "苦手な食材" }), "、セロリ");
  expect(window.sessionStorage).not.toHaveLength(0);
  await user.click(screen.getByText("ログアウト"));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith("/"));
  window.dispatchEvent(new Event("pagehide"));
  expect(window.sessionStorage).toHaveLength(0);
});
