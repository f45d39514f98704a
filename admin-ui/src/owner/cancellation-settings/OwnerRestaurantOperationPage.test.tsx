import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/owner/testing/open-page";
import OwnerRestaurantOperationPage from "./OwnerRestaurantOperationPage";

const saved = () => Response.json({ status: 200, data: {} });
const refused = () =>
  Response.json({ code: "edited_meanwhile", message: "変更されました", current: { fields: {} } }, { status: 409 });

async function open(first: () => Response = saved) {
  const operation = {
    enable_online_cancellation: true,
    can_create_online_cancellation_within_days: 7 as number | null,
  };
  const group = {
    id: 3,
    label: "常連",
    label_short: "常",
    allow_standby: true,
    standby_notify_immediate: false,
    standby_notify_before_days: 2,
    standby_notify_before_hours: 5,
  };
  const answers = [first];
  const load = () => ({ restaurant_operation: { ...operation }, customer_groups: [{ ...group }] });
  const { calls, writes } = await openPage(
    "/owners/restaurant_operation/edit",
    <OwnerRestaurantOperationPage />,
    load,
    () => (answers.shift() ?? saved)(),
  );
  const form = within(await screen.findByRole("form", { name: "常連" }));
  const bodies = () => calls.mock.calls.map(([, init]) => JSON.parse(String(init?.body)) as object);
  return { operation, group, form, writes, bodies };
}

it("sends the changed fields of a group, and keeps what was entered in the other form", async () => {
  const { group, form, writes, bodies } = await open();
  const within_days = screen.getByDisplayValue("7");
  fireEvent.change(within_days, { target: { value: "14" } });
  fireEvent.change(form.getByDisplayValue("2"), { target: { value: "3" } });
  group.standby_notify_before_days = 3;
  group.standby_notify_before_hours = 6;
  fireEvent.click(form.getByRole("button"));
  await waitFor(() => expect(form.getByDisplayValue("6")).toBeVisible());
  expect(writes()).toEqual(["PATCH /owners/api/customer_groups/3"]);
  expect(bodies()).toEqual([
    { customer_group: { standby_notify_before_days: 3 }, expected: { standby_notify_before_days: "2" } },
  ]);
  expect(within_days).toHaveValue("14");
});

it("shows a colleague's days next to the entered ones, and saves after one press", async () => {
  const { operation, bodies } = await open(refused);
  const days = screen.getByDisplayValue("7");
  fireEvent.change(days, { target: { value: "14" } });
  operation.can_create_online_cancellation_within_days = 10;
  fireEvent.submit(days.closest("form")!);
  const conflict = await screen.findByRole("alert", { name: /を変更しました/ });
  expect(conflict).toHaveTextContent("10");
  expect(days).toHaveValue("14");
  fireEvent.click(within(conflict).getByRole("button", { name: "自分の入力を残す" }));
  fireEvent.submit(days.closest("form")!);
  await waitFor(() => expect(bodies()).toHaveLength(2));
  const change = { can_create_online_cancellation_within_days: 14 };
  expect(bodies()).toEqual([
    { restaurant_operation: change, expected: { can_create_online_cancellation_within_days: "7" } },
    { restaurant_operation: change, expected: { can_create_online_cancellation_within_days: "10" } },
  ]);
});

it("clears the days of a group that is not notified any more", async () => {
  const { group, form, bodies } = await open();
  fireEvent.click(form.getByLabelText("キャンセル枠をお知らせする"));
  Object.assign(group, { allow_standby: false, standby_notify_before_days: 0, standby_notify_before_hours: 0 });
  fireEvent.click(form.getByRole("button"));
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()).toEqual([{ customer_group: { allow_standby: false }, expected: { allow_standby: true } }]);
});
