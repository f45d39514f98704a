import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import AdminNewRestaurantPage from "./AdminNewRestaurantPage";

const NEW = "/admin/restaurants/new";
const CHOICES = {
  areas: [{ id: 1, label: "東京" }],
  cuisines: [{ id: 2, label: "鮨" }],
  prefectures: ["東京都"],
  facilities: [
    { id: "wheelchair_access", label: "車椅子対応" },
    { id: "parking", label: "駐車場あり" },
  ],
};
const QUESTION = "入力した内容を破棄しますか？";

async function open() {
  await openPage(NEW, NEW, <AdminNewRestaurantPage />, { choices: CHOICES });
  return { user: userEvent.setup(), slug: await screen.findByRole("textbox", { name: /スラッグ/ }) };
}

const leave = () => screen.getByRole("link", { name: "キャンセル" });

it("an unsaved new restaurant is not lost by a link or a reload", async () => {
  const { user, slug } = await open();
  await user.type(slug, "sushi-aoba");
  expect(fireEvent(window, new Event("beforeunload", { cancelable: true })), "the browser asks for confirmation").toBe(
    false,
  );
  await user.click(leave());
  const question = await screen.findByRole("alertdialog", { name: QUESTION });
  await user.click(within(question).getByRole("button", { name: "キャンセル" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(slug).toHaveValue("sushi-aoba");
  await user.click(leave());
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "破棄する" }));
  expect(await screen.findByText("another page")).toBeVisible();
});

it("an untouched form is left without a confirmation", async () => {
  const { user } = await open();
  expect(fireEvent(window, new Event("beforeunload", { cancelable: true }))).toBe(true);
  await user.click(leave());
  expect(await screen.findByText("another page")).toBeVisible();
});

it("a saved restaurant has the chosen facilities, and requires no confirmation", async () => {
  const send = vi.spyOn(api, "send").mockResolvedValue({ redirect_to: "/admin/restaurants/sushi-aoba" } as never);
  const { user, slug } = await open();
  await user.type(slug, "sushi-aoba");
  await user.type(screen.getByRole("textbox", { name: /店名（日本語）/ }), "鮨あおば");
  await user.type(screen.getByRole("textbox", { name: /店名（英語）/ }), "Sushi Aoba");
  for (const [label, option] of [
    ["エリア", "東京"],
    ["料理", "鮨"],
    ["都道府県", "東京都"],
  ] as const) {
    await user.click(screen.getByRole("combobox", { name: new RegExp(label) }));
    await user.click(await screen.findByRole("option", { name: option }));
  }
  expect(screen.queryByRole("combobox", { name: /公開設定/ }), "a new restaurant is hidden").toBeNull();
  const facilities = within(screen.getByRole("group", { name: "設備・サービス" }));
  await user.click(facilities.getByRole("checkbox", { name: "駐車場あり" }));
  await user.click(screen.getByRole("button", { name: "登録する" }));
  expect(await screen.findByText("another page")).toBeVisible();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(send).toHaveBeenCalledWith("POST", "/admin/restaurants", {
    body: { restaurant: expect.objectContaining({ facilities: ["parking"] }) },
  });
});
