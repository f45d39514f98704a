import type { Schemas } from "@/admin/api";

const COMPARED = [
  "subject_type",
  "body",
  "only_customer_group_ids",
  "only_prefectures",
  "only_premium_grades",
  "include_unsubscribed_customers",
  "send_count",
  "scheduled_at",
] as const;

/** Returns the fields that a release expects: the text and the recipients on the page, and the values of the form. */
export function expectedOf(announcement: Schemas["AnnouncementView"]): Record<string, unknown> {
  return Object.fromEntries(COMPARED.map((name) => [name, announcement[name]]));
}
