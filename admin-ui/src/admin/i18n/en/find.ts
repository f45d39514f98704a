import type { find as source } from "../ja/find";

export const find: typeof source = {
  find: {
    open: "Open search",
    button: "Search",
    title: "Search",
    label: "Booking code, payment, name, phone, email or restaurant",
    help: "Enter the whole name (of a guest without an account), phone number or email address. Enter opens the selected result.",
    none: "Nothing found.",
    accounts: "Search users by name",
    more: "There are more results. Please narrow your search.",
    kind: {
      booking: "Reservation",
      payment: "Payment",
      dispute: "Dispute",
      account: "User",
      staff: "Restaurant staff",
      notification_address: "Notification address",
      restaurant: "Restaurant",
    },
  },
};
