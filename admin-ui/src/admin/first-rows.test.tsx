import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import AdminAnnouncementsPage from "@/admin/announcements/AdminAnnouncementsPage";
import AdminCancelRequestsPage from "@/admin/cancel-requests/AdminCancelRequestsPage";
import AdminDisputesPage from "@/admin/disputes/AdminDisputesPage";
import AdminNoShowFeesPage from "@/admin/no-show-fees/AdminNoShowFeesPage";
import AdminPlanChangeRequestsPage from "@/admin/plan-changes/AdminPlanChangeRequestsPage";
import AdminRafflesPage from "@/admin/raffles/AdminRafflesPage";
import AdminReservationsPage from "@/admin/reservations/AdminReservationsPage";
import AdminJobsPage from "@/admin/system/AdminJobsPage";
import { openPage } from "@/admin/testing/open-page";
import { serveRows } from "@/admin/testing/serve-rows";

const AT = "2026-11-28T10:00:00+09:00";
/** Fields that rows of several lists have. */
const ROW = {
  id: 1,
  uid: "u1",
  restaurant_slug: "sushi-kagura",
  restaurant_name: "鮨かぐら",
  reservation_uid: "r1",
  reservation_code: "BCDF2345",
  starts_at: AT,
  guests_count: 2,
  amount: 24_000,
  created_at: AT,
  decided_at: null,
  closed_at: null,
  note: "",
};

it.each([
  {
    name: "announcements",
    Page: AdminAnnouncementsPage,
    row: { subject_type: "event", status: "sent", body: "", announced_count: 1, scheduled_at: null, sent_at: AT },
  },
  {
    name: "cancel_requests",
    Page: AdminCancelRequestsPage,
    row: { status: "pending", reason: "customer", delete_os: false, requested_by: "大将" },
  },
  {
    name: "disputes",
    Page: AdminDisputesPage,
    row: {
      gateway_fid: "dp_1",
      charge_kind: "prepaid_course",
      reason: "general",
      status: "needs_response",
      borne_by: null,
      opened_at: AT,
      evidence_due_at: AT,
      answered_at: null,
    },
  },
  {
    name: "no_show_fees",
    Page: AdminNoShowFeesPage,
    row: { status: "requested", charge_status: null, requested_at: AT, charge_due_at: AT, reason: "" },
  },
  {
    name: "gold_plan_change_requests",
    Page: AdminPlanChangeRequestsPage,
    row: { name: "山田 花子", plan_amount: null, plan_interval: null, plan_interval_count: null, outcome: null },
    text: "山田 花子",
  },
  {
    name: "raffle_rounds",
    Page: AdminRafflesPage,
    row: {
      registerable_from: AT,
      registerable_till: AT,
      winners_count: 2,
      entries_limit: 7,
      registrations_count: 5,
      is_open: true,
      is_waiting_for_draw: false,
      is_draw_due: false,
      drawn_at: null,
    },
  },
  {
    name: "reservations",
    Page: AdminReservationsPage,
    row: {
      type: "online_reservation",
      status: "accepted",
      course_title: "おまかせ",
      prepaid_price: 0,
      user_uid: null,
      guest_name: null,
      guest_phone: null,
      has_cancel_request: false,
      ended_at: null,
    },
  },
  {
    name: "jobs",
    Page: AdminJobsPage,
    row: {
      id: "01DEAD",
      queue: "mail",
      attempts: 12,
      max_attempts: 12,
      run_at: AT,
      done_at: AT,
      about: "{}",
      subject_kind: null,
      user_uid: null,
      raffle_round_uid: null,
      last_error: null,
    },
    text: "01DEAD",
  },
])("shows the first rows of $name that are in the page's data, without a call", async ({ name, Page, row, text }) => {
  const asked = serveRows({});
  const first = { rows: [{ ...ROW, ...row }], total: 1 };
  await openPage(`/admin/${name}`, `/admin/${name}`, <Page />, { first, queues: [] });
  expect(await screen.findByText(text ?? "鮨かぐら")).toBeVisible();
  expect(asked(name === "jobs" ? "dead_letters" : name)).toEqual([]);
});
