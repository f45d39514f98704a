import { fireEvent, screen, waitFor } from "@testing-library/react";
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

// G318
it("shows the text and the schedule of another admin before an announcement is scheduled", async () => {
  const user = userEvent.setup();
  const fields = { body: "お席は満席です。", scheduled_at: "2026-12-05T11:00:00+09:00" };
  const problem = { status: 409, code: "edited_meanwhile", message: "変更されました。", current: { fields } };
  const send = vi.spyOn(api, "send");
  send.mockReset().mockResolvedValue({ redirect_to: "/admin/announcements" } as never);
  send.mockRejectedValueOnce(new api.ApiError(problem as never));
  await openPage("/", "/", <AdminAnnouncementReleasePage />, {
    announcement: { ...ANNOUNCEMENT, status: "draft" },
    progress: null,
    recipients_count: 3,
    forced_recipients_count: 3,
    earliest: "2026-12-01T10:00:00+09:00",
  });
  fireEvent.change(await screen.findByLabelText("日付"), { target: { value: "2026-12-09" } });
  fireEvent.change(screen.getByLabelText("時"), { target: { value: "10" } });
  fireEvent.change(screen.getByLabelText("分"), { target: { value: "00" } });
  const schedule = screen.getByRole("button", { name: "3名に配信予約" });
  await user.click(schedule);
  const text = await screen.findByRole("alert", { name: "ほかの方が「本文」を変更しました" });
  expect(text).toHaveTextContent("お席は満席です。");
  expect(schedule).toBeDisabled();
  expect(send.mock.lastCall?.[2]).toMatchObject({
    body: { expected: { body: ANNOUNCEMENT.body, scheduled_at: null } },
  });
  await user.click(screen.getByRole("button", { name: "自分の入力を残す" }));
  await user.click(screen.getByRole("button", { name: "相手の内容にする" }));
  await user.click(schedule);
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(send.mock.lastCall?.[2]).toMatchObject({ body: { scheduled_at: "2026-12-09T10:00", expected: fields } });
});
