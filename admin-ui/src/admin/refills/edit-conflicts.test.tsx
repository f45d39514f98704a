import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import AdminRefillTemplatePage from "./AdminRefillTemplatePage";
import { CoursesModal } from "./CoursesModal";
import { ScheduleModal } from "./ScheduleModal";
import { TimesModal } from "./TimesModal";
import type { ModalProps } from "./modal-props";

const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
const scheduleOf = (...days: string[]) => ({
  ...Object.fromEntries(DAYS.map((day) => [day, days.includes(day)])),
  skip_jp_holidays: false,
  fill_jp_holidays: false,
});
const span = (start_time: string, end_time: string) => ({ start_time, end_time });
const TEMPLATE = {
  id: 7,
  title: "平日の夜",
  operation: "dinner",
  inventory_group_uid: "counter",
  inventory_item_uids: ["c1"],
  schedule: scheduleOf("monday"),
  time_selector: [span("18:00", "20:00")],
  course_selector: [{ course_id: 1, daily_max: null }],
};
const CHOICES = {
  operations: [{ name: "dinner", label: "ディナー" }],
  inventory_groups: [
    {
      uid: "counter",
      title: "カウンター",
      items: [
        { uid: "c1", label: "A1" },
        { uid: "c2", label: "A2" },
      ],
    },
  ],
  courses: [{ id: 1, title: "おまかせ", operation: "dinner" }],
  time_from: "17:00",
  time_till: "23:00",
};

const onSaved = vi.fn<() => void>();
const props = {
  slug: "sushi-kagura",
  template: TEMPLATE,
  choices: CHOICES,
  onClose: vi.fn<() => void>(),
  onSaved,
} as unknown as ModalProps;

/** The first save meets another admin's value. */
function overtakenBy(fields: object) {
  const problem = { status: 409, code: "edited_meanwhile", message: "変更されました。", current: { fields } };
  const send = vi.spyOn(api, "send");
  send.mockReset().mockResolvedValue({ message: "保存しました。", redirect_to: "/" } as never);
  send.mockRejectedValueOnce(new api.ApiError(problem as never));
  return send;
}

const save = () => screen.getByRole("button", { name: "保存する" });
const conflict = (label: string) => screen.findByRole("alert", { name: `ほかの方が「${label}」を変更しました` });

beforeEach(() => onSaved.mockClear());

// G318
it.each([
  {
    name: "time_selector",
    label: "時間",
    saved: [span("19:00", "21:00")],
    text: /19:00/,
    modal: <TimesModal {...props} />,
  },
  {
    name: "course_selector",
    label: "コース",
    saved: [{ course_id: 1, daily_max: 4 }],
    text: /おまかせ.*4/,
    modal: <CoursesModal {...props} />,
  },
  { name: "schedule", label: "曜日", saved: scheduleOf("tuesday"), text: /火/, modal: <ScheduleModal {...props} /> },
])("$name: shows another admin's value and lets the admin choose", async ({ name, label, saved, text, modal }) => {
  const user = userEvent.setup();
  const send = overtakenBy({ [name]: saved });
  await openPage("/", "/", modal, {});
  await user.click(await screen.findByRole("button", { name: "保存する" }));
  expect(await conflict(label)).toHaveTextContent(text);
  expect(save()).toBeDisabled();
  expect(send.mock.lastCall?.[2]).toMatchObject({ body: { expected: { [name]: TEMPLATE[name as "schedule"] } } });
  await user.click(screen.getByRole("button", { name: "自分の入力を残す" }));
  await user.click(save());
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
  expect(send.mock.lastCall?.[2]).toMatchObject({ body: { expected: { [name]: saved } } });
});

it("takes the saved schedule of another admin", async () => {
  const user = userEvent.setup();
  const theirs = scheduleOf("tuesday");
  const send = overtakenBy({ schedule: theirs });
  await openPage("/", "/", <ScheduleModal {...props} />, {});
  await user.click(await screen.findByRole("button", { name: "保存する" }));
  await user.click(await screen.findByRole("button", { name: "相手の内容にする" }));
  await user.click(save());
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
  const template = { schedule_attributes: theirs };
  expect(send.mock.lastCall?.[2]).toMatchObject({
    body: { online_stock_refillment_template: template, expected: { schedule: theirs } },
  });
});

it("chooses a value for each field of a template", async () => {
  const user = userEvent.setup();
  const send = overtakenBy({ title: "週末", inventory_item_uids: ["c2"] });
  await openPage("/", "/", <AdminRefillTemplatePage />, { template: TEMPLATE, choices: CHOICES });
  const title = await screen.findByRole("textbox", { name: /テンプレート名/ });
  await user.clear(title);
  await user.type(title, "祝日");
  await user.click(save());
  const ofTitle = await conflict("テンプレート名");
  expect(ofTitle).toHaveTextContent("週末");
  expect(await conflict("席")).toHaveTextContent("A2");
  const [keep] = screen.getAllByRole("button", { name: "自分の入力を残す" });
  await user.click(keep!);
  await user.click(screen.getByRole("button", { name: "相手の内容にする" }));
  await user.click(save());
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(send.mock.lastCall?.[2]).toMatchObject({
    body: {
      online_stock_refillment_template: { title: "祝日", inventory_item_uids: ["c2"] },
      expected: { title: "週末", inventory_item_uids: ["c2"], operation: "dinner" },
    },
  });
});
