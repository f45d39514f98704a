import { expect, it, vi } from "vitest";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
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
  service_state: null,
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

it("asks about a party that has come, sends its step, and reads the page again after a conflict", async () => {
  const seated = { ...visit("upcoming", "a"), has_begun: true, service_state: "seated" as const };
  const onChanged = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const moved = { code: "service_state_moved", message: "変更されています。" };
  const { calls, writes } = await openPage(
    "/owners/customers/c1",
    <VisitHistory visits={[seated]} onChanged={onChanged} />,
    () => ({}),
    () => Response.json(moved, { status: 409 }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "無断キャンセルにする" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(within(dialog).getByText(/「着席」が記録されています/)).toBeVisible();
  fireEvent.click(within(dialog).getByRole("button", { name: "OK" }));
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(writes()).toEqual(["PUT /owners/api/reservations/a/no_show"]);
  const write = calls.mock.calls.find(([, init]) => init?.method === "PUT");
  expect(JSON.parse(String(write?.[1]?.body))).toEqual({ no_show: true, from: "seated" });
});
