import { expect, it } from "vitest";
import { screen, within } from "@testing-library/react";
import { openPage } from "@/owner/testing/open-page";
import type { Schemas } from "@/owner/api";
import { VisitHistory } from "./VisitHistory";

const visit = (outcome: Schemas["CustomerVisit"]["outcome"], uid: string): Schemas["CustomerVisit"] => ({
  uid,
  reservation_code: uid,
  type: "invited_reservation",
  status: outcome === "expired" ? "expired" : "void",
  shown_status: outcome === "expired" ? "expired" : "cancelled",
  status_label: "キャンセル",
  operation: "dinner",
  date: "2026-12-08",
  starts_at: "2026-12-08T18:00:00+09:00",
  start_time: "18:00",
  guests_count: 2,
  course_name: "おまかせ",
  special_request: "",
  internal_memo: "",
  rating: null,
  reasons: [],
  is_no_show: false,
  outcome,
  spent: 0,
  has_begun: false,
});

it("tells the guest's cancellation apart from the other ends of a reservation", async () => {
  const visits = [
    visit("cancelled", "a"),
    visit("declined", "b"),
    visit("expired", "c"),
    visit("withdrawn", "d"),
    visit("cancelled_by_restaurant", "e"),
    visit("cancelled_by_admin", "f"),
  ];
  await openPage("/owners/customers/c1", <VisitHistory visits={visits} onChanged={async () => {}} />, () => ({}));
  const lines = await screen.findAllByRole("listitem");
  const labels = ["キャンセル", "辞退", "期限切れ", "招待取消", "店舗取消", "運営によるキャンセル"];
  for (const [index, label] of labels.entries()) {
    expect(within(lines[index] as HTMLElement).getByText(label)).toBeVisible();
  }
});
