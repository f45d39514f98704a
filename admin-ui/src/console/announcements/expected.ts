import type { Schemas } from "@/console/api";

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

/** Returns the fields that the sending of an announcement expects: the text, the recipients and the time on its page. */
export function expectedOf(announcement: Schemas["AnnouncementView"]): Record<string, unknown> {
  return Object.fromEntries(COMPARED.map((name) => [name, announcement[name]]));
}
