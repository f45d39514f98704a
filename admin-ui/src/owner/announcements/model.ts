import { joiner, plainDate } from "@/console/i18n/page-language";
import { changesOf } from "@/console/ui/forms";
import type { Schemas } from "@/owner/api";

export type Announcement = Schemas["AnnouncementView"];
export type SubjectType = "notice" | "vacancy" | "event" | "opening_hours";
export type Grade = "green" | "gold" | "ohc";
export type Status = "draft" | "scheduled" | "sending" | "sent" | "stopping" | "stopped";

/** An announcement in its form. */
export interface Draft {
  subject_type: string;
  body: string;
  only_customer_group_ids: readonly number[];
  only_prefectures: readonly string[];
  /** Grades, unsubscribed customers, the maximum count and the time, which only admins set. */
  only_premium_grades: readonly string[];
  include_unsubscribed_customers: boolean;
  send_count: number | null;
  /** YYYY-MM-DDTHH:mm of the restaurant; null to send immediately. */
  scheduled_at: string | null;
}

export const emptyDraft: Draft = {
  subject_type: "notice",
  body: "",
  only_customer_group_ids: [],
  only_prefectures: [],
  only_premium_grades: [],
  include_unsubscribed_customers: false,
  send_count: null,
  scheduled_at: null,
};

/** Returns a draft as the server has it. Its time has seconds and an offset. */
export function storedDraft(announcement: Announcement): Draft {
  return {
    subject_type: announcement.subject_type,
    body: announcement.body,
    only_customer_group_ids: announcement.customer_group_ids,
    only_prefectures: announcement.prefectures,
    only_premium_grades: announcement.premium_grades,
    include_unsubscribed_customers: announcement.include_unsubscribed_customers,
    send_count: announcement.send_count,
    scheduled_at: announcement.scheduled_at,
  };
}

/** Returns a stored draft as its form shows it. */
export function shownDraft(stored: Draft): Draft {
  return { ...stored, scheduled_at: stored.scheduled_at?.slice(0, 16) ?? null };
}

/** Returns the changed fields of a draft, and the stored values that the user knows for them. */
export function changeOf(draft: Draft, isAdmin: boolean, stored: Draft): Schemas["AnnouncementFields"] {
  const shown = shownDraft(stored);
  const { changed, expected } = changesOf({ ...shown }, { ...bodyOf(draft, isAdmin, shown) }, { ...stored });
  return { ...(changed as Schemas["AnnouncementFields"]), expected };
}

/**
 * Returns the draft as the request body, without the admins' fields for other users. The time is sent only if it was
 * changed, because one in the past is rejected.
 */
export function bodyOf(draft: Draft, isAdmin: boolean, stored: Draft): Schemas["AnnouncementFields"] {
  const { only_premium_grades, include_unsubscribed_customers, send_count, scheduled_at, ...rest } = draft;
  const common = {
    subject_type: rest.subject_type,
    body: rest.body,
    only_customer_group_ids: [...rest.only_customer_group_ids],
    only_prefectures: [...rest.only_prefectures],
  };
  if (!isAdmin) return common;
  const forAdmins = { only_premium_grades: [...only_premium_grades], include_unsubscribed_customers, send_count };
  return { ...common, ...forAdmins, ...(scheduled_at === stored.scheduled_at ? {} : { scheduled_at }) };
}

/** Reports whether a count is a whole number from 1 to `max`. */
export function isWithin(count: number, max: number): boolean {
  return Number.isSafeInteger(count) && count >= 1 && count <= max;
}

/** Returns the typed count if it is from 1 to `max`, otherwise null. */
export function countWithin(typed: string, max: number): number | null {
  const count = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return isWithin(count, max) ? count : null;
}

/** Returns the labels of the customer groups that an announcement is for; empty if it is for all customers. */
export function groupsOf({ customer_group_labels }: Announcement): string {
  return customer_group_labels.join(joiner());
}

/** `2026年11月21日 18:00`, in the restaurant's zone. */
export function dateTime(iso: string): string {
  return `${plainDate(iso)} ${iso.slice(11, 16)}`;
}
