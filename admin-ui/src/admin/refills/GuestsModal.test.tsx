import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import { GuestsModal } from "./GuestsModal";
import type { ModalProps } from "./modal-props";

const options = [
  { guests_count: 1, max_per_isg: null },
  { guests_count: 2, max_per_isg: 3 },
];
const TEMPLATE = {
  id: 7,
  title: "平日の夜",
  max_guests_count: 3,
  guests_count_selectors: [
    { id: 1, customer_group_id: null, always_allow_last_solo: false, options },
    { id: 2, customer_group_id: 20, always_allow_last_solo: true, options },
  ],
};
const CHOICES = {
  customer_groups: [
    { id: 10, label: "常連", is_archived: false },
    { id: 20, label: "旧会員", is_archived: true },
  ],
};

async function open() {
  const onSaved = vi.fn<() => void>();
  const props = { slug: "sushi-kagura", template: TEMPLATE, choices: CHOICES, onClose: vi.fn<() => void>(), onSaved };
  await openPage("/", "/", <GuestsModal {...(props as unknown as ModalProps)} />, {});
  await screen.findByRole("dialog", { name: /人数/ });
  return onSaved;
}

const chooseGroup = (label: string) => {
  const select = screen.getByRole("combobox", { name: "顧客グループ" });
  const option = [...select.querySelectorAll("option")].find(({ textContent }) => textContent === label);
  fireEvent.change(select, { target: { value: option?.value } });
};

// F187
it("shows an archived group's sizes as read-only", async () => {
  await open();
  chooseGroup("旧会員（アーカイブ済み）");
  expect(screen.getByText("アーカイブ済みの顧客グループは変更できません。")).toBeVisible();
  const boxes = screen.getAllByRole("checkbox");
  expect(boxes).toHaveLength(5);
  for (const box of [...boxes, ...screen.getAllByRole("spinbutton")]) expect(box).toBeDisabled();
  expect(screen.getByRole("checkbox", { name: "2名" })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: "3名" })).not.toBeChecked();
  expect(screen.getByRole("button", { name: "保存する" })).toBeDisabled();
  chooseGroup("全員");
  for (const box of screen.getAllByRole("checkbox")) expect(box).toBeEnabled();
  expect(screen.getByRole("button", { name: "保存する" })).toBeEnabled();
});

it("saves the sizes of an active group, and rejects an empty selection", async () => {
  const user = userEvent.setup();
  const send = vi.spyOn(api, "send").mockResolvedValue({ message: "保存しました。" } as never);
  const onSaved = await open();
  chooseGroup("常連");
  expect(screen.getByRole("button", { name: "保存する" })).toBeDisabled();
  await user.click(screen.getByRole("checkbox", { name: "すべての人数" }));
  await user.click(screen.getByRole("button", { name: "保存する" }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
  expect(send).toHaveBeenCalledExactlyOnceWith("POST", "/admin/api/r/{slug}/guests_count_selectors", {
    path: { slug: "sushi-kagura" },
    body: {
      guests_count_selector: {
        options_attributes: [1, 2, 3].map((guests_count) => ({ guests_count, max_per_isg: null })),
        customer_group_id: 10,
        always_allow_last_solo: "0",
        online_stock_refillment_template_id: 7,
      },
      expected: { guests_count_selector: null },
    },
  });
});

// G318
it("forgets the conflict of a group when another one is chosen", async () => {
  const user = userEvent.setup();
  const saved = { id: 9, customer_group_id: 10, always_allow_last_solo: true, options };
  const current = { fields: { guests_count_selector: saved } };
  const problem = { status: 409, code: "edited_meanwhile", message: "変更されました。", current };
  const send = vi.spyOn(api, "send").mockRejectedValue(new api.ApiError(problem as never));
  send.mockClear();
  await open();
  chooseGroup("常連");
  await user.click(screen.getByRole("checkbox", { name: "3名" }));
  await user.click(screen.getByRole("button", { name: "保存する" }));
  const conflict = await screen.findByRole("alert", { name: /ほかの方が.*人数/ });
  expect(conflict).toHaveTextContent(/常連.*1.*2/);
  expect(screen.getByRole("button", { name: "保存する" })).toBeDisabled();
  chooseGroup("全員");
  expect(screen.queryByRole("alert", { name: /ほかの方が/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "保存する" }));
  const [general] = TEMPLATE.guests_count_selectors;
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(send.mock.lastCall?.[2]).toMatchObject({ body: { expected: { guests_count_selector: general } } });
});
