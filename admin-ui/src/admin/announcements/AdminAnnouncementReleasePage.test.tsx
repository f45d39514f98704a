import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/admin/testing/open-page";
import AdminAnnouncementReleasePage from "./AdminAnnouncementReleasePage";

const ANNOUNCEMENT = {
  id: 7,
  subject_type: "notice",
  body: "新しいお席です。",
  customer_group_labels: [],
  prefectures: [],
  premium_grades: [],
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
