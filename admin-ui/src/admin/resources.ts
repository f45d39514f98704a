import { RESTAURANTS } from "./restaurants/list-address";
import type { ListResource } from "@/console/app/ConsoleUI";

/** The lists of the data provider that have a page, whose address has the resource's name. */
export const resources: readonly ListResource[] = [
  { name: RESTAURANTS, recordRepresentation: "restaurant_name" },
  { name: "announcements" },
  { name: "cancel_requests", recordRepresentation: "reservation_code" },
  { name: "disputes", recordRepresentation: "gateway_fid" },
  { name: "gold_plan_change_requests", recordRepresentation: "name" },
  { name: "jobs" },
  { name: "no_show_fees", recordRepresentation: "reservation_code" },
  { name: "raffle_rounds", recordRepresentation: "restaurant_name" },
  { name: "reservations", recordRepresentation: "reservation_code" },
  { name: "users", recordRepresentation: "name" },
  { name: "audit_events" },
  { name: "charges" },
  { name: "refunds" },
  { name: "payment_adjustments" },
  { name: "ledger_transfers" },
  { name: "payouts" },
  { name: "admin_users", recordRepresentation: "nickname" },
];
