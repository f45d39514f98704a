import type { admin as source } from "../ja/admin";

export const admin: typeof source = {
  front_end: { site_name: "Seki admin", brand: "Admin" },
  frame: { to_restaurant: "Back to %{name}" },
  home: { title: "Home" },
  list: { and: ", " },
  menu: { group_tiers: "Paid plans", group_other: "Other" },
  reservation: {
    cancellation_fee: "Cancellation fee",
    created: "Received",
    accepted: "Confirmed",
    restaurant: "Restaurant",
    fee: "Reservation fee",
    ended: "Ended",
    charges: "Payments",
    charge: "Item",
    amount: "Amount",
    refunded: "Refunded",
    provider: "Payment ID",
    none: "There are no payments.",
    state: {
      planned: "Not charged yet",
      requires_payment_method: "Waiting for a card",
      requires_confirmation: "Waiting for confirmation",
      requires_action: "Waiting for authentication",
      processing: "Processing",
      succeeded: "Paid",
      canceled: "Cancelled",
    },
  },
};
