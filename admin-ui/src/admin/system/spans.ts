import { formatShortInstant } from "@seki/shared/civil-time";
import type { Locale } from "@/admin/api";
import type { Translate } from "@/admin/i18n/use-t";

/** Formats seconds in the largest sufficiently precise unit: 45 秒, 12 分, 3 時間, 2 日. */
export function spanOf(t: Translate, seconds: number): string {
  if (seconds < 120) return t("system.seconds", { count: seconds });
  if (seconds < 7_200) return t("system.minutes", { count: Math.floor(seconds / 60) });
  if (seconds < 172_800) return t("system.hours", { count: Math.floor(seconds / 3_600) });
  return t("system.days", { count: Math.floor(seconds / 86_400) });
}

/** Formats an instant in Japan's local time, to the second. */
export function instantOf(locale: Locale, iso: string): string {
  const seconds = new Date(iso).getUTCSeconds();
  return `${formatShortInstant(iso, locale)}:${String(seconds).padStart(2, "0")}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Formats a job's JSON payload, such as `mail_delivery_id: 2`. */
export function aboutOf(json: string): string {
  try {
    const about: unknown = JSON.parse(json);
    if (typeof about !== "object" || about === null) return json;
    return Object.entries(about)
      .map(([name, value]) => `${name}: ${textOf(value)}`)
      .join(", ");
  } catch {
    return json;
  }
}
