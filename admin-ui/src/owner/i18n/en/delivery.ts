import type { delivery as source } from "../ja/delivery";

export const delivery: typeof source = {
  delivery: {
    title: "Delivery settings",
    service: "Carrier",
    services: { yamato: "Yamato", sagawa: "Sagawa", other: "Other" },
    client_name: "Sender’s name",
    client_phone_number: "Sender’s phone number",
    client_zip_code: "Postal code",
    client_address: "Address",
    default_help: "Leave it empty to use the restaurant’s own.",
    carrier: "Contract with Yamato",
    client_code_for_yamato: "Client code",
    fare_number_for_yamato: "Fare number",
    payment: "Payment",
    payments: { prepaid: "Prepaid", cod: "Cash on delivery" },
    failed: "The delivery settings could not be saved. Refresh the page and try again.",
  },
  invoices: {
    title: "Invoices",
    period: "Period",
    all: "All periods",
    none: "There are no invoices.",
    pages: "Pages",
    columns: {
      month: "Month",
      count: "Reservations",
      amount: "Amount (tax included)",
      status: "Status",
      issued: "Issued",
    },
    reservations: "%{count}",
    status: { issued: "Issued", paid: "Paid" },
  },
};
