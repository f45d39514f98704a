import type { disputes as source } from "../ja/disputes";

export const disputes: typeof source = {
  disputes: {
    title: "Disputes",
    one: "Dispute",
    show: "Disputes to show",
    filter: { open: "Open", closed: "Closed", all: "All" },
    empty: {
      open: "No disputes are open.",
      closed: "No disputes have been closed.",
      all: "There have been no disputes yet.",
    },
    due: "Respond by",
    no_deadline: "no deadline",
    answered_at: "answered %{at}",
    closed_at: "closed %{at}",
    stage: "Status",
    amount: "Amount",
    payment: "Payment",
    reason: "Reason",
    restaurant: "Restaurant",
    reservation: "Reservation",
    customer: "Customer",
    open_customer: "Customer’s page",
    opened: "Opened",
    borne_by: "Loss borne by",
    bearer: { platform: "the platform", restaurant: "the restaurant" },
    download: "Download the evidence",
    print: "Print",
    answer_hint:
      "Submit the evidence in the card provider’s dashboard before the deadline, then mark the dispute as answered. Without an answer the payment is returned to the cardholder.",
    inquiry_hint:
      "The bank asks for information and has withdrawn nothing yet. Answer in the card provider’s dashboard before the deadline.",
    refund_deferred:
      "A refund is due. It is not made until the bank decides about the dispute. If the payment is kept, the refund is made automatically.",
    answered: "Mark as answered",
    reopen: "Mark as not answered",
    ask_answered: "Mark the dispute as answered?",
    ask_answered_text:
      "Do this after submitting the evidence to the card provider. No reminder is sent before the deadline.",
    ask_reopen: "Mark the dispute as not answered?",
    ask_reopen_text: "If the deadline is near, the warning is shown again.",
    note: "Note",
    save_note: "Save the note",
    state: { inquiry: "Inquiry", open: "Disputed", won: "Dispute won", lost: "Dispute lost" },
    lost_amount: "%{amount} returned to the cardholder",
    on_reservation:
      "A payment of this reservation is disputed at the bank. The reservation can be cancelled, but nothing is refunded until the bank decides.",
  },
};
