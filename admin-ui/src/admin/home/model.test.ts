import { expect, it } from "vitest";
import { barsOf, changeOf, figuresAddress, listOf, pageOf } from "./model";
import type { DayRestaurant, Task, TaskRecord } from "./model";

const NOTHING: TaskRecord = {
  name: "",
  restaurant_slug: null,
  raffle_round_uid: null,
  reservation_uid: null,
  reservation_code: null,
  amount: null,
  since: null,
  missing: [],
  is_own: false,
};

/** Returns the name of a task's list, its path and its filter. */
function linkOf(subject: Task["subject"], mayRefund = true) {
  const list = listOf({ subject }, mayRefund);
  const { pathname, searchParams } = new URL(list?.address ?? "", "http://seki");
  return [list?.name, pathname, JSON.parse(searchParams.get("filter") ?? "null")] as const;
}

it("leads to the list of a task, or to the page of its record", () => {
  expect(listOf({ subject: "unbookable_restaurants" }, true)).toBeNull();
  expect(pageOf({ ...NOTHING, restaurant_slug: "kagura" })).toBe("/admin/restaurants/kagura");
  expect(pageOf({ ...NOTHING, restaurant_slug: "kagura", raffle_round_uid: "r1" })).toBe(
    "/admin/r/kagura/raffle_rounds/r1",
  );
  expect(pageOf({ ...NOTHING, reservation_uid: "u1" })).toBe("/admin/reservations/u1");
  expect(pageOf({ ...NOTHING, is_own: true })).toBe("/admin/security_settings");
  expect(pageOf(NOTHING)).toBeNull();
});

it("filters the list of a task, and leads to payments only if the admin may see them", () => {
  expect(linkOf("payments")).toEqual(["unsettled_charges", "/admin/charges", { needs_settlement: "true" }]);
  expect(listOf({ subject: "payments" }, false)).toEqual({
    name: "payments",
    address: "/admin/jobs?queue=payment&state=failing",
  });
  expect(linkOf("unpaid_fees")).toEqual(["unpaid_fees", "/admin/charges", { is_overdue_fee: "true" }]);
  expect(listOf({ subject: "unpaid_fees" }, false)).toBeNull();
  expect(linkOf("disputes")).toEqual(["disputes", "/admin/disputes", { is_open: "true", is_waiting: "true" }]);
  expect(linkOf("raffle_draws")).toEqual(["raffle_draws", "/admin/raffle_rounds", { is_draw_due: "true" }]);
  const approval = { status: "awaiting_approval" };
  expect(linkOf("adjustments")).toEqual(["adjustments", "/admin/payment_adjustments", approval]);
  const stopped = { is_recently_stopped: "true" };
  expect(linkOf("stopped_announcements")).toEqual(["stopped_announcements", "/admin/announcements", stopped]);
  const unprotected = { is_enabled: "true", has_second_factor: "false", is_privileged: "true" };
  expect(linkOf("unprotected_admins")).toEqual(["unprotected_admins", "/admin/admin_users", unprotected]);
});

it("writes only the chosen conditions into the address", () => {
  expect(figuresAddress({ date: "", order: "parties", q: " " })).toBe("/admin/home");
  expect(figuresAddress({ date: "2026-12-01", order: "no_shows", q: "鮨 " })).toBe(
    "/admin/home?date=2026-12-01&order=no_shows&q=%E9%AE%A8",
  );
});

const inYen = (amount: number) => `${amount}円`;

it("formats a change with its sign", () => {
  expect([changeOf(5, 2, inYen), changeOf(2, 5, inYen), changeOf(4, 4, inYen)]).toEqual(["+3円", "−3円", "±0円"]);
});

const ZERO = { parties: 0, guests: 0, course_total: 0, no_shows: 0, cancellations: 0 };

function restaurant(slug: string, parties: number, before: number): DayRestaurant {
  return { slug, restaurant_name: slug, day: { ...ZERO, parties }, before: { ...ZERO, parties: before } };
}

it("scales the bars by the largest value of both days, for ten restaurants at most", () => {
  const [first, second] = barsOf([restaurant("a", 30, 40), restaurant("b", 10, 0)], "parties");
  expect([first?.dayWidth, first?.beforeWidth, second?.dayWidth, second?.beforeWidth]).toEqual([75, 100, 25, 0]);
  expect(
    barsOf(
      Array.from({ length: 20 }, (_, index) => restaurant(`r${index}`, 1, 1)),
      "parties",
    ),
  ).toHaveLength(10);
  expect(barsOf([restaurant("a", 3, 3)], "no_shows")).toEqual([]);
});
