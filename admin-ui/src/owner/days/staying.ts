import type { Translate } from "@/owner/i18n/use-t";

/** Returns the text of the reservations that stay on closed days (gaps G110). */
export function stayingText({ reservations, guests }: { reservations: number; guests: number }, t: Translate): string {
  return reservations === 0 ? t("days.stays_none") : t("days.stays", { reservations, guests });
}
