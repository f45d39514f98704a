import type { Schemas } from "@/owner/api";
import type { TextKey } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";

export type Notification = Schemas["Notification"];
export const POPUPS = ["new_reservation", "edit_or_cancel"] as const;
export type Popup = (typeof POPUPS)[number];

const REASONS = {
  new_onr: "notifications.reason.new_onr",
  new_ivr: "notifications.reason.new_ivr",
  cancel: "notifications.reason.cancel",
  change_special_request: "notifications.reason.change_special_request",
  change_guests_count: "notifications.reason.change_guests_count",
  ivr_close: "notifications.reason.ivr_close",
  ivr_undelivered: "notifications.reason.ivr_undelivered",
} as const satisfies Record<string, TextKey>;

type Reason = keyof typeof REASONS;

const isReason = (reason: string): reason is Reason => reason in REASONS;

type Named = Pick<Notification, "reason" | "is_accepted" | "invitation_end">;

/**
 * Returns the text key of the reason. An invitation has two notifications: when it is sent and when it is accepted. Its end is named.
 */
export function reasonKey({ reason, is_accepted, invitation_end: end }: Named): TextKey {
  if (reason === "ivr_close" && end === "declined") return "notifications.reason.ivr_declined";
  if (reason === "ivr_close" && end === "expired") return "notifications.reason.ivr_expired";
  if (reason === "new_ivr" && !is_accepted) return "notifications.reason.ivr_sent";
  return isReason(reason) ? REASONS[reason] : "notifications.title";
}

/** Returns the target of a notification: the day, the reservation, or null (owner §4). */
export function linkOf({ reason, date, uid }: Pick<Notification, "reason" | "date" | "uid">): string | null {
  switch (reason) {
    case "new_onr":
    case "new_ivr":
    case "cancel":
      return paths.day(date);
    case "change_special_request":
    case "change_guests_count":
    case "ivr_undelivered":
      return paths.reservation(uid);
    default:
      return null;
  }
}
