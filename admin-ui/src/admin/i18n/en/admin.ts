import type { admin as source } from "../ja/admin";

export const admin: typeof source = {
  wing: { site_name: "Seki admin", brand: "Admin" },
  frame: { to_restaurant: "Back to %{name}" },
  list: { and: ", " },
  menu: { group_tiers: "Paid tiers", group_other: "Other" },
  reservation: {
    cancellation_fee: "Cancellation fee",
    created: "Received",
    accepted: "Confirmed",
    restaurant: "Restaurant",
    fee: "Reservation fee",
    ended: "Ended",
    charges: "Payments",
    charge: "What for",
    amount: "Amount",
    refunded: "Given back",
    provider: "Provider's number",
    none: "There are no payments.",
    state: {
      planned: "Not asked for",
      requires_payment_method: "Waits for a card",
      requires_confirmation: "Waits for confirmation",
      requires_action: "Waits for the bank",
      processing: "Processing",
      succeeded: "Paid",
      canceled: "Called off",
    },
  },
};
