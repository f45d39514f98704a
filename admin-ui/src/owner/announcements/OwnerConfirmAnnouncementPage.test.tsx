import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { openPage } from "@/owner/testing/open-page";
import OwnerConfirmAnnouncementPage from "./OwnerConfirmAnnouncementPage";

const ANNOUNCEMENT = {
  id: 7,
  status: "draft",
  subject_type: "notice",
  created_at: "2026-12-01T10:00:00+09:00",
  scheduled_at: null,
  customer_group_ids: [],
  customer_group_labels: [],
  prefectures: [],
  premium_grades: [],
  only_customer_group_ids: "",
  only_prefectures: "",
  only_premium_grades: "",
  include_unsubscribed_customers: false,
  send_count: null,
  confirmed_at: null,
  sent_at: null,
  stopped_at: null,
  announced_count: 0,
  re_announced_count: 0,
};

// G318
it("shows a colleague's text before the announcement is sent", async () => {
  const [first, second] = ["新酒の会を催します。", "新酒の会は中止です。"];
  let body = first;
  const sent: { expected: Record<string, unknown> }[] = [];
  const answer = (_: string, init: RequestInit) => {
    const given = JSON.parse(String(init.body)) as (typeof sent)[number];
    sent.push(given);
    const conflict = {
      status: 409,
      code: "edited_meanwhile",
      message: "変更されました。",
      current: { fields: { body } },
    };
    return given.expected.body === body
      ? Response.json({ redirect_to: "/owners/announcements" })
      : Response.json(conflict, { status: 409 });
  };
  const load = () => ({ announcement: { ...ANNOUNCEMENT, body }, recipients_count: 3 });
  await openPage("/owners/announcements/7/confirm", <OwnerConfirmAnnouncementPage />, load, answer);
  const user = userEvent.setup();
  const confirm = async () => {
    await user.click(await screen.findByRole("button", { name: "配信する" }));
    await user.click(await screen.findByRole("button", { name: "OK" }));
  };
  expect(await screen.findByText(first)).toBeVisible();
  body = second;
  await confirm();
  expect(await screen.findByText(/ほかの方がこのお知らせを変更しました/)).toBeVisible();
  expect(await screen.findByText(second)).toBeVisible();
  expect(sent).toHaveLength(1);
  await confirm();
  expect(await screen.findByText("another page")).toBeVisible();
  const fields = {
    subject_type: "notice",
    only_customer_group_ids: "",
    only_prefectures: "",
    only_premium_grades: "",
    include_unsubscribed_customers: false,
    send_count: null,
    scheduled_at: null,
  };
  expect(sent.map(({ expected }) => expected)).toEqual([
    { ...fields, body: first },
    { ...fields, body: second },
  ]);
});
