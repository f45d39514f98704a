import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import AdminEditRestaurantPage from "./AdminEditRestaurantPage";
import { FURTHER_FIELDS, MAIN_FIELDS, TEXT_FIELDS } from "./profile-fields";

const ADDRESS = "/admin/restaurants/sushi-aoba/edit";
const CHOICES = {
  areas: [{ id: 1, label: "東京" }],
  cuisines: [{ id: 2, label: "鮨" }],
  prefectures: ["東京都"],
  facilities: [{ id: "parking", label: "駐車場あり" }],
};
const TEXTS = [...MAIN_FIELDS, ...TEXT_FIELDS, ...FURTHER_FIELDS].filter(({ name }) => !name.startsWith("careers_"));
const PROFILE = {
  ...Object.fromEntries(TEXTS.map(({ name }) => [name, ""])),
  name_ja: "鮨あおば",
  name_en: "Sushi Aoba",
  area_id: 1,
  cuisine_id: 2,
  prefecture: "東京都",
  careers: null,
  cancellation_policy: [{ days_before: 1, percent: 50 }],
  facilities: [],
  travel_law_notice_ja: null,
  travel_law_notice_en: null,
};
const SAVED = { redirect_to: "/admin/restaurants/sushi-aoba" } as never;

async function open() {
  await openPage(ADDRESS, ADDRESS, <AdminEditRestaurantPage />, {
    slug: "sushi-aoba",
    profile: PROFILE,
    choices: CHOICES,
  });
  return { user: userEvent.setup(), chef: await screen.findByRole("textbox", { name: /料理人（日本語）/ }) };
}

const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });

const saveButton = () => screen.getByRole("button", { name: "保存する" });

function sent(restaurant: object, expected: object) {
  return ["PATCH", "/admin/restaurants/{slug}", { path: { slug: "sushi-aoba" }, body: { restaurant, expected } }];
}

it("sends only the changed fields, with the values that it showed", async () => {
  const send = vi.spyOn(api, "send").mockResolvedValue(SAVED);
  const { user, chef } = await open();
  type(chef, "佐藤");
  type(screen.getByRole("textbox", { name: /求人：電話番号/ }), "03-1234-5678");
  await user.click(saveButton());
  await waitFor(() => expect(send).toHaveBeenCalled());
  const careers = { phone: "03-1234-5678", email: "", url: "", remarks_ja: "", remarks_en: "" };
  expect(send.mock.calls[0]).toEqual(sent({ chef_ja: "佐藤", careers }, { chef_ja: "", careers: null }));
});

it("keeps the entered text in a conflict until the user has chosen", async () => {
  const theirs = { chef_ja: "鈴木", cancellation_policy: [{ days_before: 2, percent: 80 }] };
  const problem = {
    status: 409,
    code: "edited_meanwhile",
    message: "今の内容を確認してください。",
    fields: { chef_ja: "ほかの方が先に変更しました。", cancellation_policy: "ほかの方が先に変更しました。" },
    current: { fields: theirs },
  };
  const send = vi.spyOn(api, "send").mockRejectedValueOnce(new api.ApiError(problem as never));
  const { user, chef } = await open();
  const fees = screen.getByRole("textbox", { name: /キャンセル/ });
  type(chef, "佐藤");
  type(fees, "1,10");
  await user.click(saveButton());
  const conflict = await screen.findByRole("alert", { name: /料理人（日本語）/ });
  expect(conflict).toHaveTextContent("鈴木");
  expect(screen.getByRole("alert", { name: /キャンセル/ })).toHaveTextContent("2,80");
  expect(chef).toHaveValue("佐藤");
  expect(saveButton()).toBeDisabled();
  await user.click(within(conflict).getByRole("button", { name: "自分の入力を残す" }));
  await user.click(screen.getByRole("button", { name: "相手の内容にする" }));
  expect(fees).toHaveValue("2,80");
  send.mockResolvedValue(SAVED);
  await user.click(saveButton());
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(send.mock.calls[1]).toEqual(sent({ chef_ja: "佐藤" }, { chef_ja: "鈴木" }));
});
