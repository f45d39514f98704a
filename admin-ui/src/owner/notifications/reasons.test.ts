import { describe, expect, it } from "vitest";
import { linkOf, reasonKey } from "./reasons";

const to = (reason: string) => linkOf({ reason, date: "2026-12-01", uid: "abc" });

describe("a notification links", () => {
  it("to the day, to the reservation, or nowhere", () => {
    for (const reason of ["new_onr", "new_ivr", "cancel"])
      expect(to(reason)).toBe("/owners/daily_calendars/2026-12-01");
    for (const reason of ["change_special_request", "change_guests_count", "ivr_undelivered"])
      expect(to(reason)).toBe("/owners/reservations/abc");
    expect(to("ivr_close")).toBeNull();
  });
});

it("an invitation that did not arrive has its own label", () => {
  expect(reasonKey({ reason: "ivr_undelivered", is_accepted: false, invitation_end: null })).toBe(
    "notifications.reason.ivr_undelivered",
  );
});

it("a sent invitation is not labelled as accepted", () => {
  expect(reasonKey({ reason: "new_ivr", is_accepted: false, invitation_end: null })).toBe(
    "notifications.reason.ivr_sent",
  );
  expect(reasonKey({ reason: "new_ivr", is_accepted: true, invitation_end: null })).toBe(
    "notifications.reason.new_ivr",
  );
});

it("the end of an invitation is named", () => {
  const close = { reason: "ivr_close", is_accepted: false };
  expect(reasonKey({ ...close, invitation_end: "declined" })).toBe("notifications.reason.ivr_declined");
  expect(reasonKey({ ...close, invitation_end: "expired" })).toBe("notifications.reason.ivr_expired");
  expect(reasonKey({ ...close, invitation_end: null })).toBe("notifications.reason.ivr_close");
});
