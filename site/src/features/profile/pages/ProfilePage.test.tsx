import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { renderSite } from "@/testing/render-site";

const ADDRESS = "/users/profile";
const dislikes = () => screen.getByRole("textbox", { name: "苦手な食材" });

it("keeps typed preferences until they are saved, for their own account only", async () => {
  const user = userEvent.setup();
  const answers = { "PATCH /users/profile": [{ status: 200, body: { message: "保存しました。" } }] };
  await renderSite(ADDRESS);
  await user.click(screen.getByRole("checkbox", { name: /アレルギー/ }));
  await user.type(screen.getByRole("textbox", { name: /アレルギー/ }), "えび");
  await user.type(dislikes(), "、セロリ");
  cleanup();
  await renderSite(ADDRESS, { visitor: "emma" });
  expect(dislikes()).toHaveValue("パクチー");
  cleanup();
  await renderSite(ADDRESS, { answers });
  expect(screen.getByRole("textbox", { name: /アレルギー/ })).toHaveValue("えび");
  expect(dislikes()).toHaveValue("パクチー、セロリ");
  await user.click(screen.getByRole("button", { name: "保存する" }));
  expect(await screen.findByText("保存しました。")).toBeVisible();
  expect(Object.keys(window.sessionStorage)).toEqual([]);
});

it("shows the length limit of an allergy, truncates nothing, and sends no longer text", async () => {
  const user = userEvent.setup();
  const { calls } = await renderSite(ADDRESS);
  await user.click(screen.getByRole("checkbox", { name: /アレルギー/ }));
  const allergy = screen.getByRole("textbox", { name: /アレルギー/ });
  expect(allergy).toHaveAccessibleDescription("500文字まで");
  await user.click(allergy);
  await user.paste("え".repeat(501));
  expect(allergy).toHaveValue("え".repeat(501));
  expect(screen.getByText("500文字以内で入力してください。")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "保存する" }));
  await vi.waitFor(() => expect(allergy).toHaveFocus());
  expect(calls.filter(({ method }) => method === "PATCH")).toEqual([]);
});

it.each([
  ["09012345678", "090-1234-5678"],
  ["0120123456", "0120-123-456"],
])("shows the phone number %s in groups", async (phone_display, shown) => {
  await renderSite(ADDRESS, { pages: { profile: { phone_display } } });
  expect(screen.getByText(shown)).toBeVisible();
});
