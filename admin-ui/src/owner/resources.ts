import type { ListResource } from "@/console/app/ConsoleUI";

/** The lists of the data provider that have a page, whose address has the resource's name. */
export const resources: readonly ListResource[] = [
  { name: "announcements", recordRepresentation: "title" },
  { name: "customers", recordRepresentation: "display_fullname" },
  { name: "reservations", recordRepresentation: "reservation_code" },
  { name: "restaurant_blacklisted_phone_numbers", recordRepresentation: "display_phone_number" },
  { name: "restaurant_charge_invoices" },
  { name: "reviews", recordRepresentation: "reservation_code" },
  { name: "staff", recordRepresentation: "nickname" },
];
