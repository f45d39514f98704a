import type { booking as source } from "../ja/booking";

export const booking: typeof source = {
  booking: {
    guest: "Guest",
    guest_hidden: "You don’t have permission to see the guests of this kind of reservation.",
    no_name: "No name",
    walk_in: "Walk-in",
    name: "Name",
    phone: "Phone",
    email: "Email",
    end: "Ends",
    seats: "Seats",
    messages: "Emails and text messages",
    no_messages: "Nothing has been sent.",
    way: "Sent by",
    mail: "Email",
    text: "Text message",
    recipient: "Recipient",
    history: "History",
    actions: "Actions",
    confirm_again: "Send the confirmation again",
    cancel: "Cancel the reservation",
    ask_cancel: "Cancel this reservation?",
    ask_cancel_text:
      "There is no cancellation fee, and the prepaid course is refunded. The guest gets an email, and the restaurant a notification.",
    elsewhere: "Date, party and seats are changed in the restaurant’s console:",
  },
};
