import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/owner/testing/open-page";
import { requestedBooking } from "../bookings/booking-request";
import OwnerCustomerPage from "./OwnerCustomerPage";
import { guestOf } from "./testing/guest";

const load = () => ({
  ...guestOf(""),
  customer: {
    ...guestOf("").customer,
    display_phone_number: "09011112222",
    further_phone_numbers: [],
    further_emails: [],
    email: null,
    invitation_email: null,
    created_at: "2026-11-01T18:00:00+09:00",
    premium_grade: null,
    prefecture: "",
  },
  groups: [],
  merges: [],
  upcoming_count: 0,
  spent: 0,
  receives_announcements: false,
  notifications: null,
});

const open = (role: string) => openPage("/owners/customers/c1", <OwnerCustomerPage />, load, undefined, { role });

it("books for the guest on the day of today", async () => {
  await open("floor");
  fireEvent.click(await screen.findByRole("button", { name: "予約を取る" }));
  expect(await screen.findByText("another page")).toBeVisible();
  expect(requestedBooking("2026-12-08")).toMatchObject({
    asked: "",
    guest: { uid: "c1", name: "佐藤 健二", phone: "09011112222" },
  });
});

it("offers no booking to a role that only reads", async () => {
  await open("read_only");
  expect(await screen.findByRole("region", { name: "お客様カード" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "予約を取る" })).toBeNull();
});
