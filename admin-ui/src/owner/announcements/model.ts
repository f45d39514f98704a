import type { Schemas } from "@/api";

export type Announcement = Schemas["AnnouncementView"];
export type SubjectType = "notice" | "vacancy" | "event" | "opening_hours";
export type Grade = "green" | "gold" | "ohc";
export type Status = "draft" | "scheduled" | "sending" | "sent";

export interface Draft {
  subject_type: SubjectType;
  body: string;
  groups: readonly number[];
  grades: readonly string[];
  prefectures: readonly string[];
  /** Forced, and only to so many: the admins' alone. */
  force: boolean;
  send_count: string;
}

export const emptyDraft: Draft = {
  subject_type: "notice",
  body: "",
  groups: [],
  grades: [],
  prefectures: [],
  force: false,
  send_count: "",
};

export function draftOf(announcement: Announcement): Draft {
  return {
    subject_type: announcement.subject_type as SubjectType,
    body: announcement.body,
    groups: announcement.customer_group_ids,
    grades: announcement.premium_grades,
    prefectures: announcement.prefectures,
    force: announcement.include_unsubscribed_customers,
    send_count: announcement.send_count === null ? "" : String(announcement.send_count),
  };
}

/** The draft as the server takes it; what only admins may say is left out for everybody else. */
export function bodyOf(draft: Draft, isAdmin: boolean): Schemas["AnnouncementFields"] {
  const { subject_type, body, groups, prefectures } = draft;
  const common = { subject_type, body, only_customer_group_ids: [...groups], only_prefectures: [...prefectures] };
  if (!isAdmin) return common;
  return {
    ...common,
    only_premium_grades: [...draft.grades],
    include_unsubscribed_customers: draft.force,
    send_count: draft.send_count === "" ? null : Number(draft.send_count),
  };
}

/** A count somebody typed, when it is between 1 and `max`. */
export function countWithin(typed: string, max: number): number | null {
  const count = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return Number.isSafeInteger(count) && count >= 1 && count <= max ? count : null;
}

export function toggled<T>(list: readonly T[], item: T): readonly T[] {
  return list.includes(item) ? list.filter((each) => each !== item) : [...list, item];
}

/** `2026/11/21 18:00`, by the restaurant's own clock. */
export function dateTime(iso: string): string {
  return `${iso.slice(0, 10).replaceAll("-", "/")} ${iso.slice(11, 16)}`;
}
