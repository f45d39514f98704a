import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import * as api from "@/admin/api";
import { openPage } from "@/admin/testing/open-page";
import AdminAnnouncementReleasePage from "./AdminAnnouncementReleasePage";

const ANNOUNCEMENT = {
  id: 7,
  subject_type: "notice",
  body: "新しいお席です。",
  customer_group_labels: [],
  prefectures: [],
  premium_grades: [],
  customer_group_ids: [],
  only_customer_group_ids: "",
  only_prefectures: "",
  only_premium_grades: "",
  scheduled_at: null,
  include_unsubscribed_customers: false,
  send_count: null,
};
const PROGRESS = { recipients: 400, sent: 400, left: 0, stopped: 0, failed: 0, skipped: 0 };

it.each([
  ["draft", "お知らせの送信"],
  ["scheduled", "お知らせの送信"],
  ["sending", "配信中のお知らせ"],
  ["sent", "配信済みのお知らせ"],
  ["stopping", "停止処理中のお知らせ"],
  ["stopped", "停止したお知らせ"],
])("has a heading for the status %s", async (status, heading) => {
  const isOpen = status === "draft" || status === "scheduled";
  await openPage("/", "/", <AdminAnnouncementReleasePage />, {
    announcement: { ...ANNOUNCEMENT, status },
    progress: isOpen ? null : PROGRESS,
    recipients_count: 12_345,
    forced_recipients_count: 12_345,
    earliest: "2026-12-01T10:00:00+09:00",
  });
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(heading);
  const button = screen.queryByRole("button", { name: "12,345名に今すぐ送信" });
  expect(button !== null).toBe(status === "draft" || status === "scheduled");
});

const DRAFT = {
  announcement: { ...ANNOUNCEMENT, status: "draft" },
  progress: null,
  recipients_count: 3,
  forced_recipients_count: 3,
  earliest: "2026-12-01T10:00:00+09:00",
};
const SCHEDULED_AT = "2026-12-05T11:00:00+09:00";

const ADDRESS = "/admin/announcements/7/release";

/** Enters ten o'clock of a day. */
function enter(date: string) {
  for (const [label, value] of [
    ["日付", date],
    ["時", "10"],
    ["分", "00"],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
}

const rejected = (fields: object) =>
  new api.ApiError({
    status: 409,
    code: "edited_meanwhile",
    message: "変更されました。",
    current: { fields },
  } as never);

const schedule = () => screen.getByRole("button", { name: "3名に配信予約" });

/** Opens a draft and enters a schedule. The first save meets another user's change of these fields. */
async function openOvertaken(fields: object) {
  const send = vi.spyOn(api, "send");
  send.mockReset().mockResolvedValue({ redirect_to: "/admin/announcements" } as never);
  send.mockRejectedValueOnce(rejected(fields));
  const page = await openPage(ADDRESS, ADDRESS, <AdminAnnouncementReleasePage />, DRAFT);
  await screen.findByLabelText("日付");
  enter("2026-12-09");
  const user = userEvent.setup();
  await user.click(schedule());
  /** The page has these stored fields from its next load on. */
  const becomes = (stored: object) => page.answer({ ...DRAFT, announcement: { ...DRAFT.announcement, ...stored } });
  return { user, send, becomes };
}

// G318
it("keeps the own schedule when another user's text is taken, who has scheduled the announcement too", async () => {
  const fields = { body: "お席は満席です。", scheduled_at: SCHEDULED_AT };
  const { user, send, becomes } = await openOvertaken(fields);
  const text = await screen.findByRole("alert", { name: "ほかの方が「本文」を変更しました" });
  expect(text).toHaveTextContent("お席は満席です。");
  expect(schedule()).toBeDisabled();
  expect(send.mock.lastCall?.[2]).toMatchObject({
    body: { expected: { body: ANNOUNCEMENT.body, scheduled_at: null } },
  });
  becomes({ ...fields, status: "scheduled" });
  await user.click(within(text).getByRole("button", { name: "相手の内容にする" }));
  await screen.findByRole("button", { name: "配信予約を取り消す" });
  expect(screen.getByLabelText("日付")).toHaveValue("2026-12-09");
  expect(screen.getByRole("alert", { name: /配信予約日時/ })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "自分の入力を残す" }));
  expect(screen.queryByText("変更されました。"), "the decisions answer the message").toBeNull();
  await user.click(schedule());
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(send.mock.lastCall?.[2]).toMatchObject({ body: { scheduled_at: "2026-12-09T10:00", expected: fields } });
});

it("expects the text that the page shows, and the schedule that its user has seen", async () => {
  const { user, send, becomes } = await openOvertaken({ body: "お席は満席です。" });
  // Since the rejected save, the text has changed again, and the announcement was scheduled.
  becomes({ body: "延期します。", scheduled_at: SCHEDULED_AT, status: "scheduled" });
  await user.click(await screen.findByRole("button", { name: "相手の内容にする" }));
  expect(await screen.findByText("延期します。")).toBeVisible();
  send.mockRejectedValueOnce(rejected({ scheduled_at: SCHEDULED_AT }));
  await user.click(schedule());
  expect(await screen.findByRole("alert", { name: /配信予約日時/ })).toBeVisible();
  expect(send.mock.lastCall?.[2]).toMatchObject({ body: { expected: { body: "延期します。", scheduled_at: null } } });
});

it("does not report an own save as another user's", async () => {
  const { user, send, becomes } = await openOvertaken({ scheduled_at: SCHEDULED_AT });
  becomes({ scheduled_at: SCHEDULED_AT, status: "scheduled" });
  await user.click(await screen.findByRole("button", { name: "自分の入力を残す" }));
  // The page stays open after these saves.
  send.mockResolvedValue({ redirect_to: ADDRESS } as never);
  send.mockClear();
  becomes({ scheduled_at: "2026-12-09T10:00:00+09:00", status: "scheduled" });
  await user.click(schedule());
  const withdraw = await screen.findByRole("button", { name: "配信予約を取り消す" });
  await waitFor(() => expect(withdraw).toBeEnabled());
  becomes({});
  await user.click(withdraw);
  await waitFor(() => expect(screen.getByLabelText("日付"), "it is withdrawn").toHaveValue(""));
  enter("2026-12-10");
  await waitFor(() => expect(schedule()).toBeEnabled());
  await user.click(schedule());
  await waitFor(() => expect(send).toHaveBeenCalledTimes(3));
  expect(send.mock.lastCall?.[2]).toMatchObject({
    body: { scheduled_at: "2026-12-10T10:00", expected: { scheduled_at: null } },
  });
});

it("names a group that was added by a text", async () => {
  await openOvertaken({ only_customer_group_ids: "12" });
  expect(await screen.findByRole("alert", { name: /顧客グループ/ })).toHaveTextContent("追加されたグループ");
});
