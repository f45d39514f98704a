import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/owner/testing/open-page";
import OwnerDeliverySettingsPage from "./OwnerDeliverySettingsPage";

const SETTING = {
  delivery_service_type: "yamato",
  client_name: "鮨かぐら",
  client_phone_number: "03-1111-2222",
  client_zip_code: "104-0061",
  client_address: "東京都中央区銀座1",
  client_code_for_yamato: "",
  fare_number_for_yamato: "",
  payment_type: "prepaid",
};
const saved = () => Response.json({ status: 200, message: "保存しました" });
const refused = () => {
  const fields = { client_name: "ほかの方が先に変更しました。" };
  const current = { fields: { client_name: "かぐら通販" } };
  return Response.json({ code: "edited_meanwhile", message: "変更されました", fields, current }, { status: 409 });
};

async function open(first: () => Response) {
  const stored = { ...SETTING };
  const answers = [first];
  const load = () => ({
    restaurant_delivery_setting: { ...stored },
    services: ["yamato", "sagawa", "other"],
    payments: ["prepaid", "cod"],
  });
  const { calls } = await openPage(
    "/owners/restaurant_delivery_settings/sushi-kagura/edit",
    <OwnerDeliverySettingsPage />,
    load,
    () => (answers.shift() ?? saved)(),
  );
  const name = await screen.findByDisplayValue(SETTING.client_name);
  const save = screen.getByRole("button", { name: "保存する" });
  const sent = () => JSON.parse(String(calls.mock.calls.at(-1)?.[1]?.body)) as object;
  return { stored, name, save, sent };
}

it("sends the changed fields with the ones that it showed", async () => {
  const { stored, name, save, sent } = await open(saved);
  fireEvent.change(name, { target: { value: "かぐら仕出し" } });
  stored.client_name = "かぐら仕出し";
  fireEvent.click(save);
  expect(await screen.findByText("保存しました")).toBeVisible();
  expect(sent()).toEqual({
    restaurant_delivery_setting: { client_name: "かぐら仕出し" },
    expected: { client_name: SETTING.client_name },
  });
});

it("shows a colleague's value next to the entered one, and one press keeps either", async () => {
  const { stored, name, save, sent } = await open(refused);
  fireEvent.change(name, { target: { value: "かぐら仕出し" } });
  Object.assign(stored, { client_name: "かぐら通販", client_address: "東京都中央区銀座2" });
  fireEvent.click(save);
  const conflict = await screen.findByRole("alert", { name: /を変更しました/ });
  expect(conflict).toHaveTextContent("かぐら通販");
  expect(name).toHaveValue("かぐら仕出し");
  expect(screen.getByDisplayValue("東京都中央区銀座2"), "another field follows the colleague").toBeVisible();
  expect(save).toBeDisabled();
  fireEvent.click(within(conflict).getByRole("button", { name: "自分の入力を残す" }));
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.click(save);
  expect(await screen.findByText("保存しました")).toBeVisible();
  expect(sent()).toMatchObject({ expected: { client_name: "かぐら通販" } });
});

it("takes a colleague's value by one press", async () => {
  const { stored, name, save } = await open(refused);
  fireEvent.change(name, { target: { value: "かぐら仕出し" } });
  stored.client_name = "かぐら通販";
  fireEvent.click(save);
  fireEvent.click(await screen.findByRole("button", { name: "相手の内容にする" }));
  expect(name).toHaveValue("かぐら通販");
  expect(screen.queryByRole("alert")).toBeNull();
});
