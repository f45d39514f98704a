import type { Help } from "../ja/help";

export const help: Help = {
  title: "Help",
  lead: "Answers to frequent questions.",
  questions: {
    book: {
      question: "How do I book a table?",
      answer:
        "Choose a day on the restaurant's page, then seats, guests, time and course. You see the total before you sign in. When you continue to the review, we hold the seats for ten minutes.",
      link: "Find a restaurant",
    },
    account: {
      question: "Do I need an account?",
      answer:
        "Anyone can see free seats and prices. To hold seats, you need an account with a verified phone number. Signing up is free.",
      link: "Sign up",
    },
    pay: {
      question: "When do I pay?",
      answer:
        "Prepaid courses and the reservation fee are charged to your card when you confirm the booking. You pay for other courses at the restaurant. Some restaurants only ask for a card, and charge it if a cancellation costs a fee.",
    },
    fee: {
      question: "Is the reservation fee refunded?",
      answer:
        "Not after the booking is confirmed. If the hold ends before that, or a payment stops halfway, everything that you paid is refunded.",
    },
    bank: {
      question: "My bank's authentication (3-D Secure) fails",
      answer:
        "Please do not close the bank's window before it finishes. After a failure, try again on the review page or use another card. Your entries are kept.",
      link: "Change the card",
    },
    cancel: {
      question: "How do I cancel?",
      answer:
        "Open the booking from your reservations and choose to cancel it. You see the fee and the refund before you confirm. The fee depends on the restaurant and on the day.",
      link: "Your reservations",
    },
    change: {
      question: "Can I change the number of guests or my request?",
      answer:
        "Yes, on the booking's page. We show the difference before you confirm, and then charge or refund it. The reservation fee is not refunded, and the number of guests cannot be reduced once a cancellation costs a fee. To change the date or the time, cancel the booking and book again.",
      link: "Your reservations",
    },
    late: {
      question: "Whom do I call if I am late?",
      answer: "Please call the restaurant. Its phone number and a map are on the booking's page.",
      link: "Your reservations",
    },
    receipt: {
      question: "Can I get a receipt?",
      answer:
        "Yes, from your payment history, with the name that you need. For payments at the restaurant, please ask the restaurant.",
      link: "Payment history",
    },
    full: {
      question: "The day that I want is full",
      answer:
        "Add the restaurant to your favourites and accept its emails in the notification settings. When a cancellation frees a seat, an email goes to the guests whom the restaurant has chosen for such emails. You can also receive the restaurant's announcements.",
      link: "Your favourites",
    },
    raffle: {
      question: "What is a raffle?",
      answer:
        "Public random numbers select who may book sought-after seats. Anyone can verify that the result is correct.",
      link: "About raffles",
    },
    password: {
      question: "I forgot my password",
      answer:
        "We send a link to the email address of your account. If it does not arrive, check the spam folder and the spelling of the address.",
      link: "Reset the password",
    },
    phone: {
      question: "My phone number has changed",
      answer:
        "Verify the new number in your account settings. Each person has one number. If a text message does not arrive, you can verify the number by a call.",
      link: "Change the phone number",
    },
    abroad: {
      question: "Can I book from outside Japan?",
      answer:
        "Yes, with a phone number and a card from your country. All times are in Japan time, and prices are in yen.",
    },
    plan: {
      question: "How do I cancel a paid plan?",
      answer: "You can cancel at any time on the member page. The plan stays active until the end of the paid period.",
      link: "Member page",
    },
    leave: {
      question: "How do I delete my account?",
      answer: "You can delete it from your profile. Please cancel your upcoming reservations first.",
      link: "Delete the account",
    },
  },
  more: "Still need help?",
  contact: "Contact",
};
