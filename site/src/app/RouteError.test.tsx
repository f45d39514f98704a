import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { renderSite } from "@/testing/render-site";

it("reloads a page that had no connection when there is one again", async () => {
  const user = userEvent.setup();
  const { reload } = await renderSite("/users/sign_in", { visitor: "guest" });
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await user.click(screen.getAllByRole("link", { name: "席 Seki トップページ" })[0] as HTMLElement);
  expect(await screen.findByRole("heading", { level: 1, name: "通信できませんでした" })).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  vi.stubGlobal("fetch", answer);
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});
