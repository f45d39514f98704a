import type { Translate } from "@/admin/i18n/use-t";

/** Seconds in the largest unit that says enough: 45 秒, 12 分, 3 時間, 2 日. */
export function spanOf(t: Translate, seconds: number): string {
  if (seconds < 120) return t("machinery.seconds", { count: seconds });
  if (seconds < 7_200) return t("machinery.minutes", { count: Math.floor(seconds / 60) });
  if (seconds < 172_800) return t("machinery.hours", { count: Math.floor(seconds / 3_600) });
  return t("machinery.days", { count: Math.floor(seconds / 86_400) });
}

/** An instant on the wall clock of Japan. */
export function instantOf(locale: string, iso: string): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: "Asia/Tokyo",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).format(new Date(iso));
}
