import type { notifications as source } from "../ja/notifications";

export const notifications: typeof source = {
  notifications: {
    title: "Notifications",
    bell: "Open notifications",
    bell_count: "Open notifications (%{count} new)",
    new: "New",
    empty: "There are no notifications.",
    all: "See all",
    visit: "Visit %{date}",
    has_request: "Has a request",
    off_the_web: "The seats are not on the web again.",
    type: { new_reservation: "New reservations", edit_or_cancel: "Changes and cancellations" },
    reason: {
      new_onr: "A web reservation came in",
      new_ivr: "An invitation was accepted",
      ivr_sent: "An invitation was sent (no answer yet)",
      cancel: "A reservation was cancelled",
      change_special_request: "A request was changed",
      change_guests_count: "The number of guests was changed",
      ivr_close: "An invitation has ended",
      ivr_declined: "An invitation was declined",
      ivr_expired: "An invitation expired",
      ivr_undelivered: "An invitation could not be delivered",
    },
  },
};
